import { useText } from '../../app/language'
import type { ChartBuckets, ChartSeries } from '../../components/chart/chart'
import '../../components/table/table.css'

interface UsageTableProps {
  readonly label: string
  readonly buckets: ChartBuckets
  readonly series: readonly ChartSeries[]
  readonly format: (value: number) => string
}

/** The numbers behind the charts; empty buckets are left out. */
export function UsageTable({ label, buckets, series, format }: UsageTableProps) {
  const { text } = useText()
  const lines = buckets.titles
    .map((title, index) => {
      const values = series.map((one) => one.values[index] ?? 0)
      return { title, values, total: values.reduce((sum, value) => sum + value, 0) }
    })
    .filter(({ total }) => total > 0)
  return (
    <section className="table-frame detail-table" aria-label={label}>
      <table className="table">
        <caption className="visually-hidden">{label}</caption>
        <thead>
          <tr>
            <th scope="col">{text('detail.time')}</th>
            {series.map(({ key, title }) => (
              <th key={key} scope="col" className="table-number">
                {title}
              </th>
            ))}
            <th scope="col" className="table-number">
              {text('detail.total')}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ title, values, total }) => (
            <tr key={title}>
              <th scope="row" className="detail-when">
                {title}
              </th>
              {values.map((value, at) => (
                <td
                  key={series[at]?.key}
                  data-label={series[at]?.title}
                  className="table-number number"
                >
                  {value === 0 ? <span className="muted">–</span> : format(value)}
                </td>
              ))}
              <td data-label={text('detail.total')} className="table-number number">
                <strong>{format(total)}</strong>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
