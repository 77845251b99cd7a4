import { useText } from '../../app/language'

interface Days {
  readonly from: string
  readonly to: string
}

interface LogSourcesProps {
  readonly missing_months?: readonly string[]
  readonly missing_days?: Days
  readonly clickhouse_days?: Days
}

/** Where what is shown comes from, if not all from here, and what is missing. */
export function LogSources(sources: LogSourcesProps) {
  const { text } = useText()
  const { missing_months: months = [], missing_days: missing, clickhouse_days: elsewhere } = sources
  return (
    <>
      {months.length > 0 && (
        <p role="alert">{text('log.months_missing', { months: months.join(', ') })}</p>
      )}
      {missing && <p role="alert">{text('log.days_missing', { ...missing })}</p>}
      {elsewhere && <p className="muted">{text('log.days_elsewhere', { ...elsewhere })}</p>}
    </>
  )
}
