/** What somebody decides while streams are under way, and what is promised of it. */

import { CHARGE } from '../../provider/answers'
import type { Api } from './api'
import type { Caller, Site } from './site'

export interface Stage {
  readonly site: Site
  readonly root: Api
  readonly payer: Caller
  readonly url: string
}

export interface Decision {
  readonly name: string
  readonly decide: (stage: Stage) => Promise<{ readonly success: boolean }>
  /** What becomes of the payer's streams. */
  readonly running: 'ends' | 'goes on'
  /** Whether the payer's next call is refused, or what it costs in credits. */
  readonly next: 'refused' | number
}

const DISABLED = 2
const DEARER = 7

/** After these every token is still listed with what it used. */
export const KEEPING: readonly Decision[] = [
  {
    name: 'token disabled',
    running: 'ends',
    next: 'refused',
    decide: ({ root, payer }) =>
      root.send('PUT', '/api/token/all?status_only=1', { id: payer.token.id, status: DISABLED }),
  },
  {
    name: 'user banned',
    running: 'ends',
    next: 'refused',
    decide: ({ root, payer }) =>
      root.send('POST', '/api/user/manage', { id: payer.id, action: 'disable' }),
  },
  {
    name: 'price changed',
    running: 'goes on',
    next: CHARGE * DEARER,
    decide: ({ root }) =>
      root.send('PUT', '/api/option/', {
        key: 'ModelRatio',
        value: JSON.stringify({ chaos: DEARER }),
      }),
  },
]

export const ENDING: readonly Decision[] = [
  {
    name: 'token deleted',
    running: 'ends',
    next: 'refused',
    decide: ({ root, payer }) => root.send('DELETE', `/api/token/all/${payer.token.id}`),
  },
  {
    name: 'token revoked by another process',
    running: 'ends',
    next: 'refused',
    async decide({ site, payer }) {
      const { code } = await site.run(['token', 'revoke', String(payer.token.id), '--yes'])
      return { success: code === 0 }
    },
  },
  {
    name: 'user deleted',
    running: 'ends',
    next: 'refused',
    decide: ({ root, payer }) => root.send('DELETE', `/api/user/${payer.id}`),
  },
  {
    name: 'channels off',
    running: 'goes on',
    next: 'refused',
    async decide({ site, root }) {
      const answers = await Promise.all(
        site.channelIds.map((id) => root.send('PUT', '/api/channel/', { id, status: DISABLED })),
      )
      return { success: answers.every(({ success }) => success) }
    },
  },
]
