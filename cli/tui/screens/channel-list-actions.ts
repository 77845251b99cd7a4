/** What an operator does with all channels at once. */
import { setTimeout as rest } from 'node:timers/promises'
import type { ListAction } from '../resource/definition'

const LOOK_EVERY_MS = 1000

/** Says how far the test is until it has ended, then what it has found. */
async function followTest({ api, text, say }: Parameters<ListAction['run']>[0]): Promise<string> {
  for (;;) {
    const { data: state } = await api.call('channel.test_all_state')
    const { running, done, total, tested, failed, skipped, failures } = state
    if (!running) {
      const names = failures.map(({ id, name }) => `#${id} ${name}`).join(', ')
      const sum = text('channel.test_all_done', { tested, failed, skipped })
      return names === '' ? sum : `${sum}: ${names}`
    }
    say(text('channel.test_all_running', { done, total }))
    await rest(LOOK_EVERY_MS, undefined, { ref: false })
  }
}

export const LIST_ACTIONS: readonly ListAction[] = [
  {
    key: 'A',
    title: 'channel.test_all',
    run: async (tools) => {
      await tools.api.call('channel.test_all_post')
      void followTest(tools).then(tools.say, tools.fail).finally(tools.reload)
      return tools.text('channel.test_all_begun')
    },
  },
  {
    key: 'B',
    title: 'channel.read_balances',
    run: async ({ api, text }) => {
      await api.call('channel.balance_all_post')
      return text('channel.balances_read')
    },
  },
  {
    key: 'M',
    title: 'channel.repair',
    run: async ({ api, text }) => {
      const { data } = await api.call('channel.repair')
      return text('channel.repaired', { count: data })
    },
  },
  {
    key: 'X',
    title: 'channel.remove_disabled',
    question: ({ text }) => ({
      title: `${text('channel.remove_disabled')}?`,
      message: text('channel.remove_disabled_text'),
    }),
    run: async ({ api, text }) => {
      const { data } = await api.call('channel.remove_disabled')
      return text('channel.removed', { count: data })
    },
  },
]
