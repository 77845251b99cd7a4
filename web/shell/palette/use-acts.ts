/** "disable main", "test azure": an act and what it is done to. */
import { BeakerIcon, CircleSlashIcon, PlayIcon } from '@primer/octicons-react'
import type { TextKey } from '../../../server/domain/i18n/translate'
import { CHANNEL_STATUS, TOKEN_STATUS } from '../../../server/domain/status'
import { useText } from '../../app/language'
import { useChannelTest } from '../../components/stats/use-channel-test'
import { useChannelStatus, useTokenStatus } from '../../components/stats/use-status'
import type { Entry } from './entry'

const ACTS = ['test', 'disable', 'enable'] as const
type Act = (typeof ACTS)[number]

const LABELS: Readonly<Record<Act, TextKey>> = {
  test: 'palette.act_test',
  disable: 'palette.act_disable',
  enable: 'palette.act_enable',
}

const ICONS = { test: BeakerIcon, disable: CircleSlashIcon, enable: PlayIcon } as const

export interface ActAsked {
  readonly act: Act | undefined
  /** What is looked for. */
  readonly words: string
}

/** By the reader's word for the act, or the English one. */
export function useActAsked(typed: string): ActAsked {
  const { text } = useText()
  const line = typed.trim().toLowerCase()
  for (const act of ACTS) {
    const verb = text(LABELS[act], { name: '' }).trim().toLowerCase()
    const start = [verb, act].find((word) => line.startsWith(word) && line.length > word.length)
    if (start !== undefined) return { act, words: typed.trim().slice(start.length).trim() }
  }
  return { act: undefined, words: typed }
}

interface Target {
  readonly id: number
  readonly name: string
  readonly status: number
}

interface Targets {
  readonly channels: readonly Target[]
  readonly tokens: readonly Target[]
}

/** What the act can be done to as it stands: what is off is not switched off. */
export function useActs(act: Act | undefined, { channels, tokens }: Targets): readonly Entry[] {
  const { text } = useText()
  const { set: setChannel } = useChannelStatus()
  const { set: setToken } = useTokenStatus()
  const { test } = useChannelTest()
  if (act === undefined) return []
  const isFor = (isOn: boolean): boolean => act === 'test' || isOn === (act === 'disable')
  const entry = (noun: TextKey, { id, name }: Target, run: () => Promise<void>): Entry => ({
    id: `${act} ${noun} ${id}`,
    label: text(LABELS[act], { name }),
    note: `${text(noun)} #${id}`,
    icon: ICONS[act],
    run: () => void run(),
  })
  return [
    ...channels
      .filter(({ status }) => isFor(status === CHANNEL_STATUS.enabled))
      .map((one) =>
        entry('nav.channel', one, () =>
          act === 'test' ? test(one) : setChannel(one, act === 'enable'),
        ),
      ),
    ...tokens
      .filter(({ status }) => act !== 'test' && isFor(status === TOKEN_STATUS.enabled))
      .map((one) => entry('nav.token', one, () => setToken(one, act === 'enable'))),
  ]
}
