/** Models that upstreams have added, dropped or renamed, which wait for somebody. */
import type { DataOf } from '../../../server/domain/api-calls/contract'
import {
  FINDING_KINDS,
  FINDING_STATES,
  type FindingKind,
} from '../../../server/domain/channels/upstream-models/findings'
import { upstreamModelResource } from '../../../server/domain/resources/upstream-models'
import type { Tone } from '../../tones'
import type { CellText } from '../cells'
import type { ListAction, RowAction } from '../resource/definition'
import { resourceScreen } from '../resource/ResourceScreen'
import type { Tools } from '../tools'

type Finding = DataOf<'upstream_model.list'>['items'][number]

const SIGNS = {
  new: ['+', 'good'],
  gone: ['-', 'bad'],
  renamed: ['~', 'warning'],
} as const satisfies Record<FindingKind, readonly [string, Tone]>

async function apply(rows: readonly Finding[], { api, text }: Tools): Promise<string> {
  const body = { ids: rows.map(({ id }) => id), accepts_unpriced: true }
  await api.call('upstream_model.apply', { body })
  return text('upstream_models.done')
}

const ROW_ACTIONS: readonly RowAction<Finding>[] = [
  {
    key: '+',
    title: 'upstream_models.apply',
    question: ({ kind, model, other, priced }, { text }) => ({
      title: `${text(`upstream_models.kind_${kind}`)}: ${[model, other].join(' ').trim()}`,
      ...(kind === 'new' &&
        !priced && { message: text('upstream_models.unpriced_text', { models: model }) }),
    }),
    run: (row, tools) => apply([row], tools),
    runMany: apply,
  },
  {
    key: 'd',
    title: 'upstream_models.ignore',
    isFor: ({ state }) => state !== 'ignored',
    isHarmless: true,
    run: async ({ id }, { api, text }) => {
      await api.call('upstream_model.ignore', { body: { ids: [id] } })
      return text('ui.done')
    },
  },
  {
    key: 'd',
    title: 'upstream_models.again',
    isFor: ({ state }) => state === 'ignored',
    isHarmless: true,
    run: async ({ id }, { api, text }) => {
      await api.call('upstream_model.ignore', { body: { ids: [id], again: true } })
      return text('ui.done')
    },
  },
]

const LIST_ACTIONS: readonly ListAction[] = [
  {
    key: 'A',
    title: 'upstream_models.walk',
    run: async ({ api, text, reload }) => {
      const { walked, fresh, running } = (await api.call('upstream_model.walk', { body: {} })).data
      reload()
      return running
        ? text('upstream_models.goes_on')
        : text('upstream_models.walked', { count: walked, fresh })
    },
  },
]

export const upstreamModelScreen = resourceScreen<Finding>({
  id: 'upstream_model',
  hotkey: 'ctrl+t',
  title: 'upstream_models.title',
  columns: upstreamModelResource.columns,
  titleOf: (name) =>
    upstreamModelResource.titleOf(name as keyof typeof upstreamModelResource.columns),
  nameOf: ({ model, channel_name }) => `${model} · ${channel_name}`,
  filters: async ({ text }) => [
    {
      name: 'kind',
      label: text('upstream_models.kind'),
      kind: 'choice',
      choices: [
        { value: '', title: text('upstream_models.all_kinds') },
        ...FINDING_KINDS.map((value) => ({ value, title: text(`upstream_models.kind_${value}`) })),
      ],
    },
    {
      name: 'state',
      label: text('upstream_models.state'),
      kind: 'choice',
      choices: FINDING_STATES.toReversed().map((value) => {
        return { value, title: text(`upstream_models.state_${value}`) }
      }),
    },
  ],
  list: async ({ api }, { page, size, filters }) => {
    const { data } = await api.call('upstream_model.list', {
      query: {
        p: page,
        page_size: size,
        kind: FINDING_KINDS.find((kind) => kind === filters.kind),
        state: FINDING_STATES.find((state) => state === filters.state),
      },
    })
    return { rows: data.items, total: data.total }
  },
  cell: (name, row, { text }): CellText | undefined => {
    if (name === 'kind') {
      const [sign, tone] = SIGNS[row.kind]
      return { text: `${sign} ${text(`upstream_models.kind_${row.kind}`)}`, tone }
    }
    if (name === 'model' && row.other !== '') {
      return { text: `${row.model} → ${row.other}`, tone: 'none' }
    }
    if (name !== 'priced') return undefined
    const key = row.priced ? 'upstream_models.priced' : 'upstream_models.unpriced'
    return { text: text(key), tone: row.priced ? 'quiet' : 'warning' }
  },
  isResting: ({ state }) => state !== 'waiting',
  rowActions: ROW_ACTIONS,
  listActions: LIST_ACTIONS,
})
