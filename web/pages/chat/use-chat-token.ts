import { useEffect } from 'react'
import { useLocation } from 'wouter'
import type { TokenJson } from '../../../server/domain/endpoints/token'
import { TOKEN_STATUS } from '../../../server/domain/status'
import { type Loaded, useEndpoint } from '../../api/use-endpoint'

/** As many as a call gives; who has more has one that works among them. */
const MOST = 100
const LEAVES_AFTER_MS = 1500

export interface ChatToken {
  readonly list: Loaded<readonly TokenJson[]>
  /** The first that works. */
  readonly token: TokenJson | undefined
}

/** The token that a chat app is opened with; without one the page leads to where they are made. */
export function useChatToken(): ChatToken {
  const [, navigate] = useLocation()
  const list = useEndpoint('token.list', { query: { p: 0, size: MOST } })
  const token = list.data?.find(({ status }) => status === TOKEN_STATUS.enabled)
  const hasNone = list.data !== undefined && token === undefined
  useEffect(() => {
    if (!hasNone) return
    const timer = setTimeout(() => navigate('/token'), LEAVES_AFTER_MS)
    return () => clearTimeout(timer)
  }, [hasNone, navigate])
  return { list, token }
}
