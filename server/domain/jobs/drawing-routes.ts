/** The routes of programs that draw: one row each, with and without a speed before them. */

/** The action, as its path ends. */
export const DRAWING_VERBS = [
  'imagine',
  'blend',
  'describe',
  'shorten',
  'upload-discord-images',
  'change',
  'simple-change',
  'action',
  'modal',
  'swap',
] as const
export type DrawingVerb = (typeof DRAWING_VERBS)[number]

/** Where it is submitted, after `/mj`. */
export const DRAWING_PATHS: Readonly<Record<DrawingVerb, string>> = {
  imagine: '/submit/imagine',
  blend: '/submit/blend',
  describe: '/submit/describe',
  shorten: '/submit/shorten',
  'upload-discord-images': '/submit/upload-discord-images',
  change: '/submit/change',
  'simple-change': '/submit/simple-change',
  action: '/submit/action',
  modal: '/submit/modal',
  swap: '/insight-face/swap',
}

/**
 * Clients write the speed that they want before the path. Those that the paid program writes
 * itself reach it; the others are of gateways before it.
 */
export const DRAWING_MODES = [
  '',
  'mj-fast',
  'mj-relax',
  'mj-turbo',
  'fast',
  'relax',
  'turbo',
] as const
export type DrawingMode = (typeof DRAWING_MODES)[number]

/** `/mj`, `/mj-fast/mj`. */
export function drawingHome(mode: DrawingMode): string {
  return mode === '' ? '/mj' : `/${mode}/mj`
}

export type DrawingAct = 'submit' | 'fetch' | 'list' | 'seed' | 'cancel' | 'notify' | 'image'

export interface DrawingRoute {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly act: DrawingAct
  /** Of submissions. */
  readonly verb: DrawingVerb | undefined
  readonly mode: DrawingMode
  /** What has no token carries its own permission, or only says that it is worth looking. */
  readonly role: 'token' | 'anonymous'
}

type Line = readonly [method: DrawingRoute['method'], path: string, act: DrawingAct]

const LINES: readonly Line[] = [
  ['GET', '/task/:id/fetch', 'fetch'],
  ['POST', '/task/list-by-condition', 'list'],
  ['GET', '/task/:id/image-seed', 'seed'],
  ['POST', '/task/:id/cancel', 'cancel'],
  ['POST', '/notify', 'notify'],
  ['GET', '/image/:id', 'image'],
]

const ANONYMOUS: ReadonlySet<DrawingAct> = new Set(['notify', 'image'])

export const DRAWING_ROUTES: readonly DrawingRoute[] = DRAWING_MODES.flatMap((mode) => {
  const home = drawingHome(mode)
  return [
    ...DRAWING_VERBS.map(
      (verb): DrawingRoute => ({
        method: 'POST',
        path: home + DRAWING_PATHS[verb],
        act: 'submit',
        verb,
        mode,
        role: 'token',
      }),
    ),
    ...LINES.map(
      ([method, path, act]): DrawingRoute => ({
        method,
        path: home + path,
        act,
        verb: undefined,
        mode,
        role: ANONYMOUS.has(act) ? 'anonymous' : 'token',
      }),
    ),
  ]
})
