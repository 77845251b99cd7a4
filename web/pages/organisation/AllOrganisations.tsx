import { useState } from 'react'
import type { DataOf } from '../../../server/domain/api-calls/contract'
import { useEndpoint } from '../../api/use-endpoint'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { Pager } from '../../components/list/Pager'
import { SearchBox } from '../../components/list/SearchBox'
import { Toolbar } from '../../components/list/Toolbar'
import { subjectPath } from '../../components/stats/subject-path'
import { NameLink } from '../../components/table/NameLink'
import { PlainTable } from '../../components/table/PlainTable'
import { StateLabel } from '../../components/text/StateLabel'
import { FEWEST } from './details'

/** Of the entire site, for its administrators. */
interface AllOrganisationsProps {
  /** The page read it with the rest. */
  readonly first: DataOf<'organisation.list'>
}

export default function AllOrganisations({ first }: AllOrganisationsProps) {
  const { text } = useText()
  const format = useFormat()
  const [page, turn] = useState(1)
  const [size, resize] = useState(FEWEST)
  const [keyword, search] = useState('')
  const isFirst = page === 1 && size === FEWEST && keyword === ''
  const query = { p: page, page_size: size, keyword }
  const other = useEndpoint('organisation.list', { query }, { skip: isFirst })
  const data = isFirst ? first : (other.data ?? first)
  const heads = [
    ...[text('field.user.group'), text('wallet.balance'), text('field.user.used_quota')],
    text('field.user.status'),
  ]
  return (
    <section className="org-all">
      <h2>{text('org.all')}</h2>
      <Toolbar>
        <SearchBox
          label={text('org.name')}
          value={keyword}
          onChange={(typed) => {
            search(typed)
            turn(1)
          }}
        />
      </Toolbar>
      <PlainTable titles={[text('org.name'), ...heads]}>
        {data.items.map((row) => (
          <tr key={row.id}>
            <td>
              <NameLink to={subjectPath('user', row.id)} name={row.display_name || row.name} />
            </td>
            <td data-label={heads[0]}>{row.group}</td>
            <td data-label={heads[1]} className="number">
              {format.quota(row.quota)}
            </td>
            <td data-label={heads[2]} className="number">
              {format.quota(row.used_quota)}
            </td>
            <td data-label={heads[3]}>
              <StateLabel kind="user_status" value={row.status} />
            </td>
          </tr>
        ))}
      </PlainTable>
      {data.total > FEWEST && (
        <Pager page={page} pageSize={size} total={data.total} onPage={turn} onPageSize={resize} />
      )}
    </section>
  )
}
