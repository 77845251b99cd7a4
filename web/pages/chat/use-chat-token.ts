import { useState } from 'react'
import type { ApiError } from '../../../server/domain/api-calls/answer'
import type { TokenJson } from '../../../server/domain/endpoints/token'
import { TOKEN_STATUS } from '../../../server/domain/status'
import { call } from '../../api/client'
import { refresh, useEndpoint } from '../../api/use-endpoint'
import { isRecord, readStoredJson, store } from '../../app/storage'

/** As many as a call gives; who has more has one that works among them. */
const MOST = 100
/** The gateway takes no longer name. */
const MOST_LETTERS = 30
const STORED_AS = 'chat-tokens'

export interface ChatTokens {
  /** `undefined` until they are read. */
  readonly choices: readonly TokenJson[] | undefined
  /** What the site is opened with: chosen for it, or made for it. */
  readonly token: TokenJson | undefined
  /** Of one that is made for the site. */
  readonly name: string
  readonly error: ApiError | undefined
  readonly reload: () => unknown
  readonly choose: (token: TokenJson) => void
  /** `quota` in credits. Throws what the gateway refuses. */
  readonly make: (quota: number) => Promise<void>
}

/** Tokens for a chat app of one host: never one that nobody has chosen for it. */
export function useChatTokens(host: string): ChatTokens {
  const wanted = `chat ${host}`
  // A name that is cut could be that of another host: such a token is known by its id alone.
  const fits = [...wanted].length <= MOST_LETTERS
  const name = fits ? wanted : `${[...wanted].slice(0, MOST_LETTERS - 1).join('')}…`
  const list = useEndpoint('token.list', { query: { p: 0, size: MOST } })
  const named = useEndpoint('token.search', { query: { keyword: name, size: MOST } })
  const [chosen, setChosen] = useState(() => readStoredJson(STORED_AS, isRecord) ?? {})
  const isKnown = list.data !== undefined && named.data !== undefined
  const all = [...(list.data ?? []), ...(named.data ?? [])]
  const enabled = all.filter(({ status }) => status === TOKEN_STATUS.enabled)
  const made = fits ? enabled.find((one) => one.name === name) : undefined
  const choose = ({ id }: TokenJson): void => {
    const next = { ...chosen, [host]: id }
    store(STORED_AS, JSON.stringify(next))
    setChosen(next)
  }
  return {
    choices: isKnown ? [...new Map(enabled.map((one) => [one.id, one])).values()] : undefined,
    token: isKnown ? (enabled.find(({ id }) => id === chosen[host]) ?? made) : undefined,
    name,
    error: list.error ?? named.error,
    reload: () => Promise.all([list.reload(), named.reload()]),
    choose,
    async make(quota) {
      const body = {
        name,
        remain_quota: quota,
        unlimited_quota: false,
        expired_time: -1,
      }
      const { data } = await call('token.create', { body })
      if (data[0] !== undefined) choose(data[0])
      await refresh('token')
    },
  }
}
