import { failureText } from '../../../server/domain/api-calls/failure'
import { useEndpoint } from '../../api/use-endpoint'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { ActionName } from '../../components/audit/ActionName'
import { LoadFailure } from '../../components/page/LoadFailure'
import { PageSkeleton } from '../../components/page/PageSkeleton'
import { PlainTable } from '../../components/table/PlainTable'

/** What its members did on its behalf. */
export default function Audit() {
  const { text } = useText()
  const { time } = useFormat()
  const { data: entries, error, reload } = useEndpoint('organisation.audit')
  if (entries === undefined) {
    if (error === undefined) return <PageSkeleton />
    return <LoadFailure message={failureText(error, text)} onRetry={reload} />
  }
  const heads = [text('org.member'), text('org.what'), text('org.target')] as const
  return (
    <PlainTable titles={[text('org.when'), ...heads]}>
      {entries.map(({ id, created_at, actor, action, target }) => (
        <tr key={id}>
          <td>{time(created_at)}</td>
          <td data-label={heads[0]}>{actor}</td>
          <td data-label={heads[1]}>
            <ActionName action={action} />
          </td>
          <td data-label={heads[2]} className="mono">
            {target}
          </td>
        </tr>
      ))}
    </PlainTable>
  )
}
