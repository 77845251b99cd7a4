import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { actionText } from '../audit/ActionName'
import { AuditFacts } from '../audit/AuditFacts'
import { Panel } from './Stats'
import { useChanges } from './use-changes'

interface ChangesProps {
  /** As the audit log writes it: `channel:7`. */
  readonly target: string
}

/** Who changed it, when, and what of it: for root, who may read the audit log. */
export function Changes({ target }: ChangesProps) {
  const { text } = useText()
  const format = useFormat()
  const { isRoot, entries } = useChanges(target)
  if (!isRoot) return null
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
