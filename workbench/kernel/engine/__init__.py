"""What runs rules: linked as plain Python or compiled, playouts of many games, studies."""
