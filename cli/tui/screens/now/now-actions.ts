/** What can be done about a call, a channel or a spender from the screen of what happens now. */
import type { LiveJson } from '../../../../server/domain/endpoints/live'
import type { TextKey } from '../../../../server/domain/i18n/translate'
import { CHANNEL_STATUS, TOKEN_STATUS, USER_STATUS } from '../../../../server/domain/status'
import { timeText } from '../../cells'
import type { MenuItem, StartWith, Tools } from '../../tools'
import type { PanelName } from './layout'
import { causeOf } from './panels'

interface Here {
  readonly panel: PanelName
  /** Of the row; "" for none. */
  readonly id: string
  readonly live: LiveJson
  readonly tools: Tools
}

interface Deed {
  readonly title: string
  readonly run: () => Promise<unknown>
  /** Takes it back, where it is as `isOn` says before. */
  readonly undo?: () => Promise<unknown>
  readonly isOn?: () => Promise<boolean>
}

const ACTIONS = {
  calls: callActions,
  channels: channelActions,
  tokens: tokenActions,
  users: userActions,
} as const

export function nowActions(here: Here): readonly MenuItem[] {
  return here.id === '' ? [] : ACTIONS[here.panel](here)
}

/** A screen of its own where there is one; else all that is known. */
export function openNow({ panel, id, live, tools }: Here, actions: readonly MenuItem[]): void {
  const { text, open, goTo } = tools
  if (panel === 'tokens') {
    const token = live.tokens.find((row) => String(row.id) === id)
    if (token) goTo('token', { keyword: token.name, filters: { username: token.owner } })
  } else if (panel === 'users') {
    const user = live.users.find((row) => String(row.id) === id)
    if (user) goTo('user', { keyword: user.name })
  } else if (panel === 'channels') {
    const channel = live.channels.find((row) => String(row.id) === id)
    if (channel === undefined) return
    const { last_failure } = channel
    const lines = [
      `${text('live.attempts')}: ${channel.attempts}`,
      `${text('live.errors')}: ${channel.failed}`,
      `p50 / p95: ${channel.p50_ms} / ${channel.p95_ms} ms`,
      ...(last_failure === null
        ? []
        : ['', `${timeText(last_failure.at, text)}  ${last_failure.model}`, causeOf(channel)]),
    ]
    open({ kind: 'text', title: `#${id} ${channel.name}`, lines, actions })
  } else {
    const call = live.calls.find((row) => row.id === id)
    if (call === undefined) return
    const lines = Object.entries(call).map(([name, value]) => `${name}: ${value}`)
    open({ kind: 'text', title: `${call.username} ${call.model}`, lines, actions })
  }
}

function confirmed(tools: Tools, title: string, deed: Deed): void {
  const onYes = (): void => void done(tools, deed)
  tools.open({ kind: 'question', question: { title, onYes } })
}

async function done(tools: Tools, { title, run, undo, isOn }: Deed): Promise<void> {
  const { text, say, fail } = tools
  try {
    const wasOn = await isOn?.()
    await run()
    say(text('ui.done'), undo && wasOn ? { title, run: undo } : undefined)
  } catch (error) {
    fail(error)
  }
}

interface Way {
  readonly key: string
  readonly title: TextKey
  readonly screen: string
  readonly start: StartWith
}

function goes({ text, goTo }: Tools, { key, title, screen, start }: Way): MenuItem {
  return { key, title: text(title), run: () => goTo(screen, start) }
}

function toLogs(tools: Tools, filters: NonNullable<StartWith['filters']>): MenuItem {
  return goes(tools, { key: 'L', title: 'tui.its_logs', screen: 'log', start: { filters } })
}

function toOwner(tools: Tools, keyword: string): MenuItem {
  return goes(tools, { key: 'U', title: 'tui.its_owner', screen: 'user', start: { keyword } })
}

function callActions(here: Here): readonly MenuItem[] {
  const { id, live, tools } = here
  const { api, text } = tools
  const call = live.calls.find((row) => row.id === id)
  if (call === undefined) return []
  const { username, model } = call
  const title = text('live.end_title', { name: username, model })
  const run = () => api.call('live.end', { params: { id } })
  return [
    {
      key: 'x',
      title: text('live.end'),
      run: () => confirmed(tools, title, { title: text('live.end'), run }),
    },
    toLogs(tools, { username, model_name: model }),
    toOwner(tools, username),
  ]
}

function channelActions(here: Here): readonly MenuItem[] {
  const { id, live, tools } = here
  const { api, text } = tools
  const channel = live.channels.find((row) => String(row.id) === id)
  if (channel === undefined) return []
  const { name } = channel
  const set = (status: number) => () =>
    api.call('channel.update', { body: { id: Number(id), status } })
  const deed = {
    title: `${text('ui.disable')} ${name}`,
    run: set(CHANNEL_STATUS.disabled),
    undo: set(CHANNEL_STATUS.enabled),
    isOn: async () => {
      const { data } = await api.call('channel.show', { params: { id: Number(id) } })
      return data.status === CHANNEL_STATUS.enabled
    },
  }
  return [
    {
      key: 'd',
      title: text('ui.disable'),
      run: () => confirmed(tools, text('live.channel_disable', { name }), deed),
    },
    toLogs(tools, { channel: id }),
    goes(tools, { key: 'c', title: 'nav.channel', screen: 'channel', start: { keyword: name } }),
  ]
}

function tokenActions(here: Here): readonly MenuItem[] {
  const { id, live, tools } = here
  const { api, text } = tools
  const token = live.tokens.find((row) => String(row.id) === id)
  if (token === undefined) return []
  const { name, owner } = token
  const set = (status: number) => () =>
    api.call('token.update_any', {
      query: { status_only: 'true' },
      body: { id: Number(id), status },
    })
  const deed = {
    title: `${text('ui.disable')} ${name}`,
    run: set(TOKEN_STATUS.disabled),
    undo: set(TOKEN_STATUS.enabled),
    isOn: async () => {
      const query = { keyword: name, username: owner, status: TOKEN_STATUS.enabled }
      const { data } = await api.call('token.list_any', { query })
      return data.items.some((row) => String(row.id) === id)
    },
  }
  return [
    {
      key: 'd',
      title: text('ui.disable'),
      run: () => confirmed(tools, text('tui.token_disable', { name }), deed),
    },
    toLogs(tools, { token_name: name, username: owner }),
    toOwner(tools, owner),
  ]
}

function userActions(here: Here): readonly MenuItem[] {
  const { id, live, tools } = here
  const { api, text } = tools
  const user = live.users.find((row) => String(row.id) === id)
  if (user === undefined) return []
  const { name } = user
  const manage = (action: string) => () =>
    api.call('user.manage', { body: { id: Number(id), action } })
  const title = `${text('user.freeze')} ${name}`
  const deed = {
    ...{ title, run: manage('disable'), undo: manage('enable') },
    isOn: async () => {
      const { data } = await api.call('user.show', { params: { id: Number(id) } })
      return data.status === USER_STATUS.enabled
    },
  }
  return [
    {
      key: 'd',
      title: text('user.freeze'),
      run: () => confirmed(tools, text('user.freeze_title', { name }), deed),
    },
    toLogs(tools, { username: name }),
  ]
}
