/** Paths of APIs: what is not found there is an API answer, never a page or a file. */
export const API_PATH =
  /^\/(?:api|openai|v1(?:alpha|beta)?|v2|pg|dashboard|jimeng|kling|mj|suno|upload|ws|healthz)(?:\/|$)/
