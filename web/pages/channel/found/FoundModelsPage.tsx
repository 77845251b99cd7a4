/** What upstreams list and channels do not serve, and the other way round. */
import { CheckIcon } from '@primer/octicons-react'
import { Label, Select } from '@primer/react'
import {
  FINDING_KINDS,
  type FindingKind,
} from '../../../../server/domain/channels/upstream-models/findings'
import type { UpstreamModelJson } from '../../../../server/domain/endpoints/upstream-model'
import { upstreamModelResource } from '../../../../server/domain/resources/upstream-models'
import { useEndpoint } from '../../../api/use-endpoint'
import { useText } from '../../../app/language'
import { ListTools } from '../../../components/list/ListTools'
import { PagedTable } from '../../../components/list/PagedTable'
import { RefreshButton } from '../../../components/list/RefreshButton'
import { Toolbar } from '../../../components/list/Toolbar'
import { useChosen } from '../../../components/list/use-chosen'
import { type ListQuery, useListQuery } from '../../../components/list/use-list-query'
import { Blank } from '../../../components/page/Blank'
import { PageHeader } from '../../../components/page/PageHeader'
import { subjectPath } from '../../../components/stats/subject-path'
import { NameLink } from '../../../components/table/NameLink'
import { TextLink } from '../../../components/text/TextLink'
import { ChosenFindings, FindingButtons } from './FindingButtons'
import { WalkButton, WalkState } from './WalkState'
import './upstream-models.css'

const FILTERS = ['channel', 'kind', 'state'] as const
const STATES = ['waiting', 'watched', 'ignored'] as const
const TONES = { new: 'success', gone: 'danger', renamed: 'attention' } as const
const PHONE = {
  model: 'lead',
  kind: 'side',
  channel_name: 'plain',
  priced: 'plain',
  created_at: 'out',
} as const

export default function FoundModelsPage() {
  const { text } = useText()
  const query = useListQuery(FILTERS)
  const { filters, page, pageSize } = query
  const channelId = Number(filters.channel) || undefined
  const list = useEndpoint('upstream_model.list', {
    query: {
      ...{ p: page, page_size: pageSize, channel_id: channelId },
      kind: FINDING_KINDS.find((kind) => kind === filters.kind),
      state: STATES.find((state) => state === filters.state),
    },
  })
  const chosen = useChosen(list.data?.items)
  return (
    <>
      <PageHeader
        title={text('upstream_models.title')}
        description={text('upstream_models.description')}
        manual="channels"
      >
        <RefreshButton onRefresh={list.reload} />
        <WalkButton channelId={channelId} />
      </PageHeader>
      <WalkState channelId={channelId} />
      <FindingFilters query={query} />
      <ChosenFindings rows={chosen.rows} onDone={chosen.clear} />
      <PagedTable
        resource={upstreamModelResource}
        list={list}
        query={query}
        nameOf={({ model }) => model}
        selection={chosen.selection}
        isResting={({ state }) => state !== 'waiting'}
        cells={{
          model: (row) => <FoundName row={row} />,
          kind: ({ kind }) => <KindLabel kind={kind} />,
          channel_name: ({ channel_id: id, channel_name: name }) => (
            <NameLink to={subjectPath('channel', id)} name={name} />
          ),
          priced: ({ model, priced }) =>
            priced ? (
              text('upstream_models.priced')
            ) : (
              <TextLink to={`/price?model=${encodeURIComponent(model)}`}>
                {text('upstream_models.unpriced')}
              </TextLink>
            ),
        }}
        phone={PHONE}
        actions={(row) => <FindingButtons row={row} />}
        empty={
          <Blank
            icon={CheckIcon}
            title={text('upstream_models.empty')}
            message={text('upstream_models.empty_text')}
          />
        }
      />
    </>
  )
}

function KindLabel({ kind }: { readonly kind: FindingKind }) {
  const { text } = useText()
  return <Label variant={TONES[kind]}>{text(`upstream_models.kind_${kind}`)}</Label>
}

/** With what it is called now, or for how long it has been gone. */
function FoundName({ row }: { readonly row: UpstreamModelJson }) {
  const { text } = useText()
  const { model, other, kind, misses, was_listed } = row
  return (
    <span className="upstream-name">
      <code>{model}</code>
      {other !== '' && (
        <>
          {' → '}
          <code>{other}</code>
        </>
      )}
      {kind !== 'new' && (
        <small className="muted">
          {text(was_listed ? 'upstream_models.missing' : 'upstream_models.never_listed', {
            count: misses,
          })}
        </small>
      )}
    </span>
  )
}

interface FindingFiltersProps {
  readonly query: ListQuery<(typeof FILTERS)[number]>
}

function FindingFilters({ query }: FindingFiltersProps) {
  const { filters, filter } = query
  const { text } = useText()
  const { data: states = [] } = useEndpoint('upstream_model.channels')
  return (
    <Toolbar>
      <Select
        aria-label={text('upstream_models.channel')}
        value={filters.channel}
        onChange={(event) => filter({ channel: event.target.value })}
      >
        <Select.Option value="">{text('upstream_models.all_channels')}</Select.Option>
        {states.map(({ channel_id: id, channel_name: name }) => (
          <Select.Option key={id} value={String(id)}>
            {name}
          </Select.Option>
        ))}
      </Select>
      <Select
        aria-label={text('upstream_models.kind')}
        value={filters.kind}
        onChange={(event) => filter({ kind: event.target.value })}
      >
        <Select.Option value="">{text('upstream_models.all_kinds')}</Select.Option>
        {FINDING_KINDS.map((kind) => (
          <Select.Option key={kind} value={kind}>
            {text(`upstream_models.kind_${kind}`)}
          </Select.Option>
        ))}
      </Select>
      <Select
        aria-label={text('upstream_models.state')}
        value={filters.state || 'waiting'}
        onChange={(event) => filter({ state: event.target.value })}
      >
        {STATES.map((state) => (
          <Select.Option key={state} value={state}>
            {text(`upstream_models.state_${state}`)}
          </Select.Option>
        ))}
      </Select>
      <ListTools list="upstream-models" query={query} resource={upstreamModelResource} />
    </Toolbar>
  )
}
