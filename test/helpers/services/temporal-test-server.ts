import { chmodSync, existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  cacheDir,
  findOnPath,
  findOrDownload,
  minutesAndSeconds,
  newCacheFolder,
  runLong,
  type ProgramSearch,
} from '../../../src/local/programs.js';

const ARTIFACT_VERSION = '1.32.1';
const MAIN_CLASS = 'io.temporal.testserver.TestServer';
const FETCH_TIMEOUT_MS = 10 * 60_000;

/**
 * Returns the path of Temporal's time-skipping test server. `TestWorkflowEnvironment.createTimeSkipping` takes it as `{
 * server: { executable: { type: 'existing-path', path } } }`. This looks at `TEMPORAL_TEST_SERVER_PATH`, on the `PATH`
 * and in the user's cache. Then it tries a download, and the Maven artifact run by Java. If all fail, it throws and
 * says what to install.
 */
export async function findTemporalTestServer(search: ProgramSearch): Promise<string> {
  const env = search.env ?? process.env;
  const cached = path.join(cacheDir(env), 'bin', 'temporal-test-server');
  const found = await findOrDownload(
    {
      kind: 'test-server',
      name: 'temporal-test-server',
      variable: 'TEMPORAL_TEST_SERVER_PATH',
      cached,
      whatIsDownloaded: "Temporal's time-skipping test server (once)",
    },
    search,
  );
  if (found !== null) return found;

  const maven = findOnPath({ name: 'mvn', env });
  const java = findOnPath({ name: 'java', env });
  if (maven !== null && java !== null && (await fetchWithMaven({ maven, target: cached, search })))
    return cached;
  throw new Error(
    "Temporal's time-skipping test server could not be obtained. Install Java and Maven (on Debian or Ubuntu: " +
      '`apt-get install default-jre-headless maven`) and start again, or name a copy by TEMPORAL_TEST_SERVER_PATH.',
  );
}

async function fetchWithMaven(options: {
  maven: string;
  target: string;
  search: ProgramSearch;
}): Promise<boolean> {
  const { maven, target, search } = options;
  const env = search.env ?? process.env;
  const jars = path.join(cacheDir(env), `temporal-test-server-${ARTIFACT_VERSION}`);
  const folder = newCacheFolder(env);
  search.log("fetching Temporal's time-skipping test server with Maven (once, about 40 MB)");
  try {
    const pom = path.join(folder, 'pom.xml');
    writeFileSync(pom, POM);
    const newJars = path.join(folder, 'jars');
    await runLong({
      command: maven,
      args: ['-q', '-B', '-f', pom, 'dependency:copy-dependencies', `-DoutputDirectory=${newJars}`],
      timeoutMs: FETCH_TIMEOUT_MS,
      stillAtIt: (elapsedMs) => `still fetching with Maven: ${minutesAndSeconds(elapsedMs)}`,
      search,
    });
    if (!existsSync(jars)) renameSync(newJars, jars);
    const script = path.join(folder, 'script');
    writeFileSync(script, startScript(jars));
    chmodSync(script, 0o755);
    renameSync(script, target);
    return true;
  } catch (error) {
    search.signal?.throwIfAborted();
    search.log(`fetching with Maven failed: ${(error as Error).message}`);
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const POM = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>quittance</groupId>
  <artifactId>temporal-test-server</artifactId>
  <version>1</version>
  <dependencies>
    <dependency>
      <groupId>io.temporal</groupId>
      <artifactId>temporal-test-server</artifactId>
      <version>${ARTIFACT_VERSION}</version>
    </dependency>
  </dependencies>
</project>
`;

/**
 * Returns the script that runs the artifact. The SDK passes the port as the only argument, and ends the process by its
 * id. `exec` makes this the id of Java.
 */
function startScript(jars: string): string {
  const classPath = path.join(jars, '*').replaceAll("'", `'\\''`);
  return `#!/bin/sh
exec java -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp '${classPath}' ${MAIN_CLASS} "$@"
`;
}
