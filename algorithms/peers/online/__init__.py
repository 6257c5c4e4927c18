"""Online learners of other libraries on the identical problem, one file per learner."""
