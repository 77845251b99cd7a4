import { ROLE } from '../../../server/domain/accounts/roles'
import { useEndpoint } from '../../api/use-endpoint'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { useViewer } from '../../app/session'
import { actionText } from '../audit/ActionName'
import { AuditFacts } from '../audit/AuditFacts'
import { Panel } from './Stats'

interface ChangesProps {
  /** As the audit log writes it: `channel:7`. */
  readonly target: string
}

const MOST = 20

/** Who changed it, when, and what of it: for root, who may read the audit log. */
export function Changes({ target }: ChangesProps) {
  const { text } = useText()
  const format = useFormat()
  const isRoot = (useViewer()?.role ?? 0) >= ROLE.root
  const query = { target, p: 1, page_size: MOST }
  const { data } = useEndpoint('audit.list', { query }, { skip: !isRoot })
  if (!isRoot) return null
  // A part of the text was looked for: 7 is in 70.
  const entries = data?.items.filter((entry) => entry.target === target)
  return (
    <Panel title={text('stats.changes')}>
      {entries?.length === 0 ? (
        <p className="panel-nothing">{text('stats.no_changes')}</p>
      ) : (
        <ul className="change-list">
          {entries?.map((entry) => (
            <li key={entry.id}>
              <details>
                <summary>
                  <span className="number muted">{format.time(entry.created_at)}</span>{' '}
                  <strong>
                    {entry.actor === 'system:system' ? text('audit.gateway') : entry.actor}
                  </strong>{' '}
                  {actionText(entry.action, text)}
                </summary>
                <AuditFacts entry={entry} />
              </details>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
