"""The driver of the batch methods: all products, then one update."""
