declare module '*.woff' {
  /** Of the file, in the repository or in the compiled program. */
  const path: string
  export default path
}
