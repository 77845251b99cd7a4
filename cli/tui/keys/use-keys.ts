/**
 * One reader of the keyboard for everything on the screen. Keys go to whoever was last to ask
 * for them, one per render, so that a key never acts on what an earlier one has changed.
 */
import { useInput, usePaste } from 'ink'
import {
  createContext,
  useCallback,
  useContext,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { type KeyPress, keyPresses } from './key-name'

type KeyListener = (press: KeyPress) => void

interface KeyRouter {
  readonly take: (listener: KeyListener) => () => void
}

const RouterContext = createContext<KeyRouter>({ take: () => () => {} })

export const KeyRouterProvider = RouterContext.Provider

/** For the one component that owns the screen. */
export function useKeyRouter(): KeyRouter {
  const listeners = useRef<KeyListener[]>([])
  const waiting = useRef<KeyPress[]>([])
  const isPumping = useRef(false)
  const [pumped, setPumped] = useState(0)

  const pump = useCallback((): void => {
    const press = waiting.current.shift()
    if (press === undefined) {
      isPumping.current = false
      return
    }
    isPumping.current = true
    listeners.current.at(-1)?.(press)
    // Comes into force together with what the key has changed, and not before.
    setPumped((count) => count + 1)
  }, [])

  useLayoutEffect(() => {
    if (pumped === 0) return
    // In a turn of its own, because the listeners of this turn are being exchanged.
    const next = setImmediate(pump)
    return () => clearImmediate(next)
  }, [pumped, pump])

  function push(presses: readonly KeyPress[]): void {
    waiting.current.push(...presses)
    if (!isPumping.current) pump()
  }

  useInput((input, key) => push(keyPresses(input, key)))
  usePaste((text) => push([{ name: 'paste', text }]))
  return useMemo(
    () => ({
      take(listener) {
        listeners.current.push(listener)
        return () => {
          listeners.current = listeners.current.filter((other) => other !== listener)
        }
      },
    }),
    [],
  )
}

/** While active, keys come here and nowhere else. */
export function useKeys(listener: KeyListener, isActive: boolean): void {
  const router = useContext(RouterContext)
  const latest = useRef(listener)
  useLayoutEffect(() => {
    latest.current = listener
  })
  useLayoutEffect(
    () => (isActive ? router.take((press) => latest.current(press)) : undefined),
    [router, isActive],
  )
}
