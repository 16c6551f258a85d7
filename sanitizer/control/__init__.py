"""What a user wants masked and kept, whatever is found: profiles, settings files, decisions, protected persons."""
