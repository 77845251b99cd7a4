import { useParams } from 'wouter'
import { useEndpoint } from '../../api/use-endpoint'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { PageHeader } from '../../components/page/PageHeader'
import { SubjectFailure } from '../../components/page/SubjectFailure'
import { Changes } from '../../components/stats/Changes'
import { Panel } from '../../components/stats/Stats'
import { subjectPath } from '../../components/stats/subject-path'
import { CopyLine } from '../../components/text/CopyLine'
import { StateLabel } from '../../components/text/StateLabel'
import { TextLink } from '../../components/text/TextLink'
import { CodeHeaderActions } from './CodeHeaderActions'
import { CodeWorth } from './CodeWorth'
import '../../components/page/facts.css'

/** One redemption code: what it is worth, who made it and who has it now. */
export default function CodePage() {
  const { text } = useText()
  const format = useFormat()
  const { id = '' } = useParams()
  const { data, error, reload } = useEndpoint('redemption.show', { params: { id: Number(id) } })
  if (error !== undefined) {
    return <SubjectFailure kind="code" id={id} error={error} onRetry={reload} />
  }
  return (
    <>
      <PageHeader
        title={data?.name || `#${id}`}
        isReading={data === undefined}
        {...(data && {
          description: (
            <span className="subject-facts">
              <StateLabel kind="redemption_status" value={data.status} />
              <span>#{data.id}</span>
              <CodeWorth code={data} />
            </span>
          ),
        })}
      >
        {data && <CodeHeaderActions code={data} />}
      </PageHeader>
      <Panel title={text('nav.redemption')}>
        <div className="panel-body">
          {data && (
            <>
              <CopyLine label={text('wallet.code')} value={data.key} />
              <dl className="fact-list">
                <dt>{text('field.redemption.created_time')}</dt>
                <dd>
                  {format.time(data.created_time)}
                  {data.user_id !== 0 && (
                    <>
                      {' · '}
                      <TextLink to={subjectPath('user', data.user_id)}>#{data.user_id}</TextLink>
                    </>
                  )}
                </dd>
                <dt>{text('field.redemption.used_username')}</dt>
                <dd>
                  {data.used_user_id === 0 ? (
                    text('ui.none')
                  ) : (
                    <>
                      {format.time(data.redeemed_time)} ·{' '}
                      <TextLink to={subjectPath('user', data.used_user_id)}>
                        {data.used_username || `#${data.used_user_id}`}
                      </TextLink>
                    </>
                  )}
                </dd>
              </dl>
            </>
          )}
        </div>
      </Panel>
      <Changes target={`redemption:${id}`} />
    </>
  )
}
