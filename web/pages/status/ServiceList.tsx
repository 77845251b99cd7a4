import { SearchIcon } from '@primer/octicons-react'
import { Label, TextInput } from '@primer/react'
import { memo, useState } from 'react'
import type { ServiceJson, StatusPageJson } from '../../../server/domain/endpoints/status-page'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { DayBars } from './DayBars'

interface ServiceListProps {
  readonly title: string
  readonly services: readonly ServiceJson[]
  readonly page: StatusPageJson
}

/** A longer list is searched. */
const LONG = 10

const TONES = {
  operational: 'success',
  degraded: 'attention',
  outage: 'danger',
  maintenance: 'accent',
  no_data: 'secondary',
} as const

export function ServiceList({ title, services, page }: ServiceListProps) {
  const { text } = useText()
  const [typed, type] = useState('')
  const wanted = typed.trim().toLowerCase()
  const found = services.filter(({ name }) => name.toLowerCase().includes(wanted))
  return (
    <section className="status-services" aria-label={title}>
      <div className="status-services-head">
        <h2>{title}</h2>
        {services.length > LONG && (
          <TextInput
            leadingVisual={SearchIcon}
            aria-label={`${text('ui.search')}: ${title}`}
            placeholder={text('ui.search')}
            value={typed}
            onChange={({ target }) => type(target.value)}
          />
        )}
      </div>
      {found.length === 0 && <p className="muted">{text('status_page.none')}</p>}
      {found.length > 0 && (
        <ul>
          {found.map((service) => (
            <Service key={service.name} service={service} page={page} />
          ))}
        </ul>
      )}
    </section>
  )
}

interface ServiceProps {
  readonly service: ServiceJson
  readonly page: StatusPageJson
}

const Service = memo(function Service({ service, page }: ServiceProps) {
  const { text } = useText()
  const { number } = useFormat()
  const { name, description, state, availability, availability_24h, p50_ms, p95_ms, days } = service
  const percent = (value: number | null): string => (value === null ? '–' : `${number(value)}%`)
  const wait = (value: number | null): string => (value === null ? '–' : `${number(value)} ms`)
  const facts = [
    [text('status_page.last_day'), percent(availability_24h)],
    [text('status_page.last_days', { days: days.length }), percent(availability)],
    [text('status_page.first_byte', { share: 'p50' }), wait(p50_ms)],
    [text('status_page.first_byte', { share: 'p95' }), wait(p95_ms)],
  ] as const
  return (
    <li className="status-service">
      <div className="status-service-head">
        <h3>{name}</h3>
        {description !== '' && description !== name && <span>{description}</span>}
        <Label variant={TONES[state]}>{text(`status_page.state.${state}`)}</Label>
      </div>
      <DayBars name={name} days={days} from={page.from} definition={page.definition} />
      <dl className="status-facts">
        {facts.map(([title, value]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </li>
  )
})
