/** What the gateway relays now, as it is pushed; a stream that ends is begun again. */
import { useEffect, useRef } from 'react'
import type { LiveJson } from '../../server/domain/endpoints/live'
import { useTools } from './tools'

const AGAIN_MS = 3000

interface PushedOrder {
  readonly isOn: boolean
  readonly take: (live: LiveJson) => void
  readonly failed: (error: unknown) => void
}

export function usePushed({ isOn, take, failed }: PushedOrder): void {
  const { api } = useTools()
  const latest = useRef({ take, failed })
  useEffect(() => {
    latest.current = { take, failed }
  })
  useEffect(() => {
    if (!isOn) return
    const leaving = new AbortController()
    const { signal } = leaving
    let timer: ReturnType<typeof setTimeout> | undefined
    const again = (): void => {
      if (!signal.aborted) timer = setTimeout(read, AGAIN_MS)
    }
    const received = (live: LiveJson): void => {
      if (!signal.aborted) latest.current.take(live)
    }
    const refused = (error: unknown): void => {
      if (!signal.aborted) latest.current.failed(error)
    }
    const read = (): void => {
      void api.follow('live.show', received, signal).catch(refused).finally(again)
    }
    read()
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [api, isOn])
}
