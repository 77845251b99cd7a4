/** Routes of jobs that are submitted in their families' own shapes; one act answers each. */
export type VideoAct =
  | 'create'
  | 'list'
  | 'get'
  | 'content'
  | 'delete'
  | 'remix'
  | 'cancel'
  /** The shape that gateways of the family have. */
  | 'generate'
  | 'generation'

export interface VideoRoute {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  readonly act: VideoAct
  /** Whoever has a token may call it; the job must be the token's user's. */
  readonly role: 'token'
}

const VIDEOS = '/v1/videos'
const GENERATIONS = '/v1/video/generations'

function route(method: VideoRoute['method'], path: string, act: VideoAct): VideoRoute {
  return { method, path, act, role: 'token' }
}

export const VIDEO_ROUTES: readonly VideoRoute[] = [
  route('POST', VIDEOS, 'create'),
  route('GET', VIDEOS, 'list'),
  route('GET', `${VIDEOS}/:id`, 'get'),
  route('GET', `${VIDEOS}/:id/content`, 'content'),
  route('DELETE', `${VIDEOS}/:id`, 'delete'),
  route('POST', `${VIDEOS}/:id/remix`, 'remix'),
  route('POST', `${VIDEOS}/:id/cancel`, 'cancel'),
  route('POST', GENERATIONS, 'generate'),
  route('GET', `${GENERATIONS}/:id`, 'generation'),
]

/** Makes something, and takes a body. */
export const CREATING_ACTS: readonly VideoAct[] = ['create', 'remix', 'generate']

/** Where the providers of the site's jobs may say that something has changed. */
export const HOOK_PATH = '/v1/jobs/hook'
/** Where results are fetched by signed links. */
export const FILE_PATH = '/v1/jobs/files'
