export const MODEL_ARGUMENT = {
  name: 'model',
  summary: 'name of the model, as clients write it',
  completes: 'model',
} as const
