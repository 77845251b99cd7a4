/** Paths of APIs: what is not found there is an API answer, never a page or a file. */
export const API_PATH = /^\/(?:api|v1|v1beta|pg|dashboard|mj|suno|healthz)(?:\/|$)/
