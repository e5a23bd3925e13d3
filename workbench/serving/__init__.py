"""Dashboards: one local server that shows every notebook as a page, on our subclass of Voila."""
