/** The routes of songs and lyrics: one row each. */
export const MUSIC_ACTIONS = { MUSIC: 'suno_music', LYRICS: 'suno_lyrics' } as const
export type MusicAction = keyof typeof MUSIC_ACTIONS

export interface MusicRoute {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly act: 'submit' | 'list' | 'fetch'
  readonly role: 'token'
}

export const MUSIC_ROUTES: readonly MusicRoute[] = [
  { method: 'POST', path: '/suno/submit/:action', act: 'submit', role: 'token' },
  { method: 'POST', path: '/suno/fetch', act: 'list', role: 'token' },
  { method: 'GET', path: '/suno/fetch/:id', act: 'fetch', role: 'token' },
]
