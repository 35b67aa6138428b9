#!/usr/bin/env bash
# How a run like this one would be launched: on each of two nodes, 4 devices each.
set -euo pipefail

export NCCL_DEBUG=WARN
torchrun --nnodes=2 --nproc-per-node=4 --rdzv-backend=c10d --rdzv-endpoint="${HEAD_NODE:?name the first node}:29500" \
    -m torchtitan.train \
    --training.local-batch-size 4 --training.seq-len 2048 --training.steps 14 \
    --parallelism.data-parallel-replicate-degree 2 --parallelism.data-parallel-shard-degree 1 --parallelism.tensor-parallel-degree 4 \
    --profiling.enable-profiling --profiling.profile-freq 14
