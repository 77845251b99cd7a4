/** The browser of whoever sits at this machine. */
import type { Environment } from '../../server/configuration-values'

/** Programs that open an address, and return at once. */
const OPENERS: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['open'],
  linux: ['xdg-open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}

/** False where there is no screen, or nothing that opens an address. */
export function openInBrowser(env: Environment, url: string): boolean {
  const opener = OPENERS[process.platform]
  const isSeen = process.platform !== 'linux' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY)
  // An address comes from a gateway, which must not start anything but a browser.
  if (opener === undefined || !isSeen || !/^https?:\/\//.test(url)) return false
  const [program = '', ...args] = opener
  const path = Bun.which(program, { PATH: env.PATH ?? '' })
  if (path === null) return false
  const child = Bun.spawn([path, ...args, url], { stdio: ['ignore', 'ignore', 'ignore'] })
  child.unref()
  return true
}
