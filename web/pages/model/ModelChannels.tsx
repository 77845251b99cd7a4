import { Link as PrimerLink } from '@primer/react'
import { Link } from 'wouter'
import { useEndpoint } from '../../api/use-endpoint'
import { useText } from '../../app/language'
import { LastDay, useLastDays } from '../../components/stats/LastDay'
import { Panel } from '../../components/stats/Stats'
import { subjectPath } from '../../components/stats/subject-path'
import { TestChannel } from '../../components/stats/TestChannel'
import { useStatFormats } from '../../components/stats/use-stat-formats'
import { logLink } from '../../components/text/log-link'
import { StateLabel } from '../../components/text/StateLabel'
import { TextLink } from '../../components/text/TextLink'
import { channelsOf } from './ModelCells'

const MOST = 100

/** Which channels have a model, and how each does. */
export function ModelChannels({ model }: { readonly model: string }) {
  const { text } = useText()
  const { wait } = useStatFormats()
  const query = { model, p: 0, page_size: MOST }
  const { data, error } = useEndpoint('channel.search', { query })
  // A part of the name was looked for.
  const serving = data?.filter(({ models }) => models.split(',').includes(model))
  const days = useLastDays(serving?.map(({ id }) => id))
  return (
    <Panel
      title={text('models.channels_serving')}
      isReading={data === undefined && error === undefined}
      aside={
        <PrimerLink as={Link} href={channelsOf(model)}>
          {text('models.see_channels')}
        </PrimerLink>
      }
    >
      {serving?.length === 0 ? (
        <p className="panel-nothing">{text('stats.no_channel')}</p>
      ) : (
        <ul className="top-list model-channels">
          {serving?.map(({ id, name, status, priority, response_time }) => (
            <li key={id}>
              <div className="top-name" title={name}>
                <TextLink to={subjectPath('channel', id)}>{name}</TextLink>
              </div>
              <div>
                <StateLabel kind="channel_status" value={status} />
              </div>
              <span className="number muted">{text('stats.priority', { priority })}</span>
              <span className="number muted" title={text('field.channel.response_time')}>
                {wait(response_time)}
              </span>
              <span>
                <LastDay
                  day={days.get(id)}
                  to={logLink({ channel: id, model_name: model })}
                  name={name}
                />
              </span>
              <TestChannel id={id} name={name} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
