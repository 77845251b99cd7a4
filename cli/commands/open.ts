import { defineCommand } from '../command/command'
import { UsageError } from '../exit'
import { nearestServer } from '../gateway/caller'
import { openInBrowser } from '../runtime/browser'
import { words } from '../words'

interface ConsolePage {
  readonly path: string
  /** Of one of them, what stands before its id. */
  readonly one?: string
}

/** Pages of the console by what they are about. */
export const CONSOLE_PAGES: Readonly<Record<string, ConsolePage>> = {
  audit: { path: '/audit' },
  channel: { path: '/channel', one: '/channel/edit/' },
  finance: { path: '/finance' },
  log: { path: '/log', one: '/log?request_id=' },
  model: { path: '/model' },
  node: { path: '/node' },
  notice: { path: '/notice' },
  option: { path: '/setting' },
  order: { path: '/order' },
  organisation: { path: '/organisation' },
  overview: { path: '/overview' },
  price: { path: '/price' },
  redemption: { path: '/redemption' },
  role: { path: '/role' },
  route: { path: '/route' },
  token: { path: '/all-tokens', one: '/token/edit/' },
  user: { path: '/user', one: '/user/edit/' },
}

export const open = defineCommand({
  path: ['open'],
  clientSide: true,
  summary: 'open the console in the browser, at a page or at one channel, token, user or call',
  args: [
    {
      name: 'noun',
      summary: 'what the page is about',
      optional: true,
      choices: Object.keys(CONSOLE_PAGES),
    },
    {
      name: 'id',
      summary: 'of a channel, token or user, or the request id of a call',
      optional: true,
    },
  ],
  flags: { print: { kind: 'switch', summary: 'only print the address' } },
  examples: ['gw open', 'gw open channel 3', 'gw open log --print'],
  json: { url: 'text', opened: 'flag' },
  run: async (context, { args, flags }) => {
    const path = pathOf(args.noun ?? 'overview', args.id)
    const url = (context.gateway()?.url ?? (await nearestServer(context))) + path
    const opened = flags.print !== true && openInBrowser(context.env, url)
    context.output.value(url, { url, opened })
  },
})

/** Throws `UsageError` for one of what has no page for each. */
function pathOf(noun: string, id: string | undefined): string {
  const { path = '', one } = CONSOLE_PAGES[noun] ?? {}
  if (id === undefined) return path
  if (one === undefined) throw new UsageError(words`there is no page for one ${noun}`)
  return one + encodeURIComponent(id)
}
