/** Which worker of its gateway a node is, by its name; `undefined` for one that is none. */
export function workerOfNode(id: string): number | undefined {
  const index = /(?:^|:)worker-(\d+)$/.exec(id)?.[1]
  return index === undefined ? undefined : Number(index)
}
