import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { Panel } from '../stats/Stats'
import { FigureHeads, Figures } from '../table/Figures'
import { TextLink } from '../text/TextLink'

interface SpendTableProps {
  readonly title: string
  readonly first: string
  /** Of the log's query line. */
  readonly field: 'member' | 'project' | 'tag'
  readonly rows:
    | readonly {
        readonly id: number
        readonly name: string
        readonly calls: number
        readonly tokens: number
        readonly quota: number
      }[]
    | undefined
}

/** What calls cost, grouped by any field. */
export function SpendTable({ title, first, field, rows }: SpendTableProps) {
  const { text } = useText()
  const format = useFormat()
  const titles = [text('org.spend'), text('wallet.calls'), text('org.tokens_used')]
  return (
    <Panel title={title} isReading={rows === undefined}>
      {rows?.length === 0 && <p className="panel-body muted">{text('org.no_spend')}</p>}
      {rows !== undefined && rows.length > 0 && (
        <table className="table">
          <FigureHeads first={first} titles={titles} />
          <tbody>
            {rows.map(({ id, name, quota, calls, tokens }) => (
              <tr key={id || name}>
                <td>
                  {name === '' ? (
                    <span className="muted">{text('org.nobody')}</span>
                  ) : (
                    <TextLink to={callsOf(field, name)}>{name}</TextLink>
                  )}
                </td>
                <Figures
                  titles={titles}
                  figures={[format.quota(quota), format.count(calls), format.count(tokens)]}
                />
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  )
}

/** The log, narrowed to it. */
function callsOf(field: string, name: string): string {
  return `/log?q=${encodeURIComponent(`${field}:"${name.replaceAll(/["\\]/g, '\\$&')}"`)}`
}
