/**
 * Parts of the console that are fetched when they are first shown. React remembers for ever that
 * a part could not be fetched; these can be asked for again, and after an upgrade, when the files
 * of the page in the window are gone, the window is loaded anew, once.
 */
import { type ComponentType, lazy } from 'react'
import { call } from './api/client'

interface Loaded<Props> {
  readonly default: ComponentType<Props>
}

/** Begin those anew whose last attempt has failed. */
const renewals = new Set<() => void>()

/** Before whatever could not be fetched is shown again. */
export function forgetFailedParts(): void {
  for (const renew of renewals) renew()
  renewals.clear()
}

/** A whole page: nothing typed is lost when the window is loaded anew on the way to it. */
export function lazyPage(load: () => Promise<Loaded<object>>): ComponentType {
  return lazyPart(load, reloadOnce)
}

export function lazyPart<Props extends object>(
  load: () => Promise<Loaded<Props>>,
  onFailure: (error: unknown) => Promise<void> = async () => undefined,
): ComponentType<Props> {
  const attempt = () =>
    lazy(async () => {
      try {
        return await load()
      } catch (error) {
        // Not at once: React draws again by itself after a failure, which would never end.
        renewals.add(() => {
          Current = attempt()
        })
        await onFailure(error)
        throw error
      }
    })
  let Current = attempt()
  return function Part(props: Props) {
    return <Current {...props} />
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
