import { CommentDiscussionIcon } from '@primer/octicons-react'
import { Select } from '@primer/react'
import { isAdmin } from '../../../server/domain/accounts/roles'
import { failureText } from '../../../server/domain/api-calls/failure'
import { CLIENT_IDS, clientLabel } from '../../../server/domain/calls/clients'
import type { SessionJson } from '../../../server/domain/endpoints/usage'
import { useEndpoint } from '../../api/use-endpoint'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { useViewer } from '../../app/session'
import { Pager } from '../../components/list/Pager'
import { Toolbar } from '../../components/list/Toolbar'
import { useListQuery } from '../../components/list/use-list-query'
import { Blank } from '../../components/page/Blank'
import { LoadFailure } from '../../components/page/LoadFailure'
import { PageHeader } from '../../components/page/PageHeader'
import { PageSkeleton } from '../../components/page/PageSkeleton'
import { useStatFormats } from '../../components/stats/use-stat-formats'
import { NameLink } from '../../components/table/NameLink'
import { sessionPath } from './session-path'
import '../../components/table/table.css'

const FILTERS = ['client'] as const
const LABELLED = CLIENT_IDS.filter((id) => clientLabel(id) !== undefined)

/** Conversations, by the time of their newest call; admins see everybody's. */
export default function SessionsPage() {
  const { text } = useText()
  const forAll = isAdmin(useViewer()?.role ?? 0)
  const query = useListQuery(FILTERS)
  const { page, pageSize, filters, filter } = query
  const { data, error, reload } = useEndpoint(
    forAll ? 'usage.sessions' : 'usage.sessions_own',
    { query: { p: page, page_size: pageSize, client: filters.client } },
    { everyMs: 30_000 },
  )
  return (
    <>
      <PageHeader title={text('nav.sessions')} description={text('sessions.description')} />
      <Toolbar>
        <Select
          aria-label={text('sessions.client')}
          value={filters.client}
          onChange={(event) => filter({ client: event.target.value })}
        >
          <Select.Option value="">{text('sessions.all_clients')}</Select.Option>
          {LABELLED.map((id) => (
            <Select.Option key={id} value={id}>
              {clientLabel(id) ?? id}
            </Select.Option>
          ))}
        </Select>
      </Toolbar>
      {error !== undefined && data === undefined && (
        <LoadFailure message={failureText(error, text)} onRetry={reload} />
      )}
      {error === undefined && data === undefined && <PageSkeleton />}
      {data !== undefined && (
        <>
          <div className="table-frame">
            {data.items.length === 0 ? (
              <Blank
                icon={CommentDiscussionIcon}
                title={text('sessions.empty')}
                message={text('sessions.empty_text')}
              />
            ) : (
              <SessionRows rows={data.items} forAll={forAll} />
            )}
          </div>
          <Pager
            page={page}
            pageSize={pageSize}
            total={data.total}
            onPage={query.turnTo}
            onPageSize={query.resize}
          />
        </>
      )}
    </>
  )
}

interface SessionRowsProps {
  readonly rows: readonly SessionJson[]
  readonly forAll: boolean
}

function SessionRows({ rows, forAll }: SessionRowsProps) {
  const { text } = useText()
  const format = useFormat()
  const { share, count } = useStatFormats()
  const titles = {
    client: text('sessions.client'),
    turns: text('sessions.turns'),
    models: text('sessions.models'),
    channels: text('sessions.channels'),
    spend: text('sessions.spend'),
    share: text('sessions.cache_share'),
    last: text('sessions.last'),
  }
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">{text('sessions.session')}</th>
          {forAll && <th scope="col">{text('sessions.user')}</th>}
          <th scope="col">{titles.client}</th>
          <th scope="col" className="table-number">
            {titles.turns}
          </th>
          <th scope="col">{titles.models}</th>
          {forAll && <th scope="col">{titles.channels}</th>}
          <th scope="col" className="table-number">
            {titles.share}
          </th>
          <th scope="col" className="table-number">
            {titles.spend}
          </th>
          <th scope="col">{titles.last}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={`${row.user_id} ${row.session}`}>
            <td>
              <NameLink to={sessionPath(row)} name={row.session} />
            </td>
            {forAll && <td data-label={text('sessions.user')}>{row.username}</td>}
            <td data-label={titles.client}>{row.client_name || '–'}</td>
            <td className="table-number" data-label={titles.turns}>
              <span className="number">{count(row.calls)}</span>
            </td>
            <td data-label={titles.models}>{row.models.join(', ')}</td>
            {forAll && (
              <td data-label={titles.channels}>
                {row.channels.map(({ name }) => name).join(' → ')}
              </td>
            )}
            <td className="table-number" data-label={titles.share}>
              <span className="number">{share(row.cached_tokens, row.prompt_tokens)}</span>
            </td>
            <td className="table-number" data-label={titles.spend}>
              <span className="number">{format.quota(row.quota)}</span>
            </td>
            <td data-label={titles.last}>{format.moment(row.last_at)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
