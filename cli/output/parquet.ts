/** Rows as a Parquet file, some of them in memory at a time. */
import { closeSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { type BasicType, fileWriter, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer'

export interface ParquetColumn<Row> {
  readonly name: string
  readonly type: Extract<BasicType, 'INT32' | 'INT64' | 'STRING' | 'BOOLEAN' | 'TIMESTAMP'>
  readonly read: (row: Row) => bigint | number | string | boolean | Date
}

export interface ParquetFile {
  readonly rows: number
  readonly bytes: number
}

/** Rows that are encoded together. */
const ROW_GROUP = 20_000

/** The file appears at `path` once it is complete and on disk, and not before. */
export async function writeParquet<Row>(
  path: string,
  columns: readonly ParquetColumn<Row>[],
  batches: AsyncIterable<readonly Row[]>,
): Promise<ParquetFile> {
  const part = `${path}.part`
  try {
    const rows = await writeRows(part, columns, batches)
    const file = openSync(part, 'r')
    fsyncSync(file)
    closeSync(file)
    renameSync(part, path)
    return { rows, bytes: statSync(path).size }
  } finally {
    rmSync(part, { force: true })
  }
}

async function writeRows<Row>(
  path: string,
  columns: readonly ParquetColumn<Row>[],
  batches: AsyncIterable<readonly Row[]>,
): Promise<number> {
  const shape = columns.map(({ name, type }) => ({ name, type, data: [], nullable: false }))
  const writer = new ParquetWriter({
    writer: fileWriter(path),
    schema: schemaFromColumnData({ columnData: shape }),
    createdBy: 'gw',
  })
  let waiting: Row[] = []
  let total = 0
  const flush = () => {
    const columnData = columns.map(({ name, read }) => ({ name, data: waiting.map(read) }))
    writer.write({ columnData, rowGroupSize: ROW_GROUP })
    total += waiting.length
    waiting = []
  }
  for await (const rows of batches) {
    waiting.push(...rows)
    if (waiting.length >= ROW_GROUP) flush()
  }
  if (waiting.length > 0) flush()
  writer.finish()
  return total
}
