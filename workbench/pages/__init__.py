"""What every page of ours is made with, whatever carries its messages: their wire, hearing them, keeping its work."""
