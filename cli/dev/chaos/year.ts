import { simulateYear } from '../../../tests/year/simulate'
import { makeFolder, removeFolder } from './folders'

export interface YearRun {
  readonly customers: number
  readonly days: number
  readonly killsPerDay: number
  readonly seed: number
}

/** Whether all books were equal in the end. */
export async function runYear({ customers, days, killsPerDay, seed }: YearRun): Promise<boolean> {
  const dataDir = makeFolder()
  try {
    const report = await simulateYear({
      ...{ dataDir, customers, days, seed },
      actsPerDay: Math.ceil(customers / 10),
      killsPerHundredDays: killsPerDay * 100,
      progress: (day) => {
        if (day % 10 === 9) console.error(`gw: day ${day + 1} of ${days}`)
      },
    })
    console.log(JSON.stringify(report, null, 2))
    return report.problems.length === 0
  } finally {
    removeFolder(dataDir)
  }
}
