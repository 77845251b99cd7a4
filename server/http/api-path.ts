const ROOTS = [
  ...[
    'api',
    'dashboard',
    'healthz',
    'jimeng',
    'kling',
    'livez',
    'mcp',
    'mj',
    'openai',
    'pg',
    'readyz',
    'suno',
    'upload',
  ],
  ...['v1', 'v1alpha', 'v1beta', 'v2', 'ws'],
]

/** Paths of APIs: what is not found there is an API answer, never a page or a file. */
export const API_PATH = new RegExp(`^/(?:${ROOTS.join('|')})(?:/|$)`)
