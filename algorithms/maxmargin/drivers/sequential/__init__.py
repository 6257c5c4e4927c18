"""The driver of most learners, and its compiled loop: patterns one after the other."""
