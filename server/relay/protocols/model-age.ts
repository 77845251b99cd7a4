/** Nobody knows when a model was made; clients only want a number, and always the same. */
export const CREATED_SECONDS = 1_626_777_600
