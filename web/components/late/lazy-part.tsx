/**
 * Parts of the console that are fetched when they are first shown. React remembers for ever that
 * a part could not be fetched; these can be fetched again, and after an upgrade, when the files
 * of the page in the window are gone, the window is loaded anew, once.
 */
import { Component, type ComponentType, lazy, type ReactNode, useState } from 'react'
import { call } from '../../api/client'
import { textsArrived } from '../../app/language'

interface Loaded<Props> {
  readonly default: ComponentType<Props>
}

/** Begin those anew whose last attempt has failed. */
const renewals = new Set<() => void>()

/** A part could not be fetched; anything else that is thrown is a fault in what was fetched. */
class MissingPart extends Error {
  override name = 'MissingPart'
}

interface LateProps {
  /** Called once; what stands here is not shown any more. */
  readonly onMissing: (error: unknown) => void
  readonly children: ReactNode
}

interface LateState {
  readonly error?: unknown
}

/** Around a part without which the page still stands, such as a menu. */
export class LateBoundary extends Component<LateProps, LateState> {
  override state: LateState = {}

  static getDerivedStateFromError(error: unknown): LateState {
    return { error }
  }

  override componentDidCatch(error: unknown): void {
    if (!(error instanceof MissingPart)) return
    forgetFailedParts()
    this.props.onMissing(error)
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === undefined) return this.props.children
    if (error instanceof MissingPart) return null
    throw error
  }
}

/** Before whatever could not be fetched is shown again. */
export function forgetFailedParts(): void {
  for (const renew of renewals) renew()
  renewals.clear()
}

/**
 * An entire page, with its texts: nothing typed is lost when the window is loaded anew on the
 * way to it.
 */
export function lazyPage(load: () => Promise<Loaded<object>>): LatePart<object> {
  const both = async () => {
    const [page] = await Promise.all([load(), textsArrived()])
    return page
  }
  return lazyPart(both, reloadOnce)
}

/** A part that whoever shows it may wait for. */
export interface LatePart<Props> {
  (props: Props): ReactNode
  readonly hasArrived: () => boolean
  /** Resolves also where it cannot be fetched: showing it then shows why. */
  readonly arrival: () => Promise<void>
}

export function lazyPart<Props extends object>(
  load: () => Promise<Loaded<Props>>,
  onFailure: (error: unknown) => Promise<void> = async () => undefined,
): LatePart<Props> {
  const attempt = () => {
    const fetched = once(async () => {
      try {
        return await load()
      } catch (error) {
        // Not at once: React draws again by itself after a failure, which would never end.
        renewals.add(() => {
          current = attempt()
        })
        await onFailure(error)
        throw new MissingPart(String(error))
      }
    })
    return { fetched, Late: lazy(fetched) }
  }
  let current = attempt()
  let Arrived: ComponentType<Props> | undefined
  function Part(props: Props) {
    // What is shown stays: another type in its place would lose what was typed.
    const [shown] = useState(() => ({ Shown: Arrived ?? current.Late }))
    return <shown.Shown {...props} />
  }
  const arrival = async () => {
    const part = await current.fetched().catch(() => undefined)
    Arrived = part?.default ?? Arrived
  }
  return Object.assign(Part, { arrival, hasArrived: () => Arrived !== undefined })
}

function once<T>(act: () => Promise<T>): () => Promise<T> {
  let begun: Promise<T> | undefined
  return () => {
    begun ??= act()
    return begun
  }
}

const RELOADED_FOR = 'reloaded-for'

/** Where the server answers, a file that cannot be fetched is one that is gone. */
async function reloadOnce(error: unknown): Promise<void> {
  const missing = String(error)
  try {
    await call('status.show')
    if (sessionStorage.getItem(RELOADED_FOR) === missing) return
    sessionStorage.setItem(RELOADED_FOR, missing)
  } catch {
    // Nobody answers, or nothing can be remembered: it stays a failure to be tried again.
    return
  }
  location.reload()
}
