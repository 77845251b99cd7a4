interface FiguresProps {
  /** Of the columns; on a phone they are next to the numbers. */
  readonly titles: readonly string[]
  readonly figures: readonly string[]
}

/** Numbers of one row, the last cells of it. */
export function Figures({ titles, figures }: FiguresProps) {
  return titles.map((title, at) => (
    <td key={title} className="table-number" data-label={title}>
      <span className="number">{figures[at]}</span>
    </td>
  ))
}

/** Above them: what the rows are about, and the columns of numbers. */
export function FigureHeads({ first, titles }: { first: string; titles: readonly string[] }) {
  return (
    <thead>
      <tr>
        <th scope="col">{first}</th>
        {titles.map((title) => (
          <th key={title} scope="col" className="table-number">
            {title}
          </th>
        ))}
      </tr>
    </thead>
  )
}
