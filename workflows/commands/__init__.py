"""The commands that the workflow's jobs call: `python -m workflows.commands.NAME`."""
