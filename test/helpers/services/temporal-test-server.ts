import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { anyFreePort } from '../../../src/local/ports.js';
import {
  cacheDir,
  findOnPath,
  findOrDownload,
  minutesAndSeconds,
  newCacheFolder,
  runLong,
  type ProgramSearch,
} from '../../../src/local/programs.js';
import { isListening } from '../processes/is-listening.js';
import { until } from '../until.js';

const ARTIFACT_VERSION = '1.32.1';
const MAIN_CLASS = 'io.temporal.testserver.TestServer';
const JAVA_FLAGS = ['-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'];
const FETCH_TIMEOUT_MS = 10 * 60_000;
const FIRST_START_TIMEOUT_MS = 60_000;

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
  if (maven !== null && java !== null && (await fetchWithMaven({ maven, java, target: cached, search })))
    return cached;
  throw new Error(
    "Temporal's time-skipping test server could not be obtained. Install Java and Maven (on Debian or Ubuntu: " +
      '`apt-get install default-jre-headless maven`) and start again, or name a copy by TEMPORAL_TEST_SERVER_PATH.',
  );
}

async function fetchWithMaven(options: {
  maven: string;
  java: string;
  target: string;
  search: ProgramSearch;
}): Promise<boolean> {
  const { maven, java, target, search } = options;
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
    await archiveClasses({ java, jars, folder, search }).catch((error: unknown) =>
      search.log(`Java starts without an archive of classes: ${(error as Error).message}`),
    );
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

/** The archive of the server's classes. Java finds it out by itself if it was made by another Java, and then does without. */
const archiveOf = (jars: string): string => path.join(jars, 'classes.jsa');

/**
 * Starts the server once, and has Java keep the classes that it has loaded. With these it starts in half the time, which
 * counts on a busy machine: the SDK gives it five seconds. A Java that is too old keeps none.
 */
async function archiveClasses(options: {
  java: string;
  jars: string;
  folder: string;
  search: ProgramSearch;
}): Promise<void> {
  const { java, jars, folder, search } = options;
  const made = path.join(folder, 'classes.jsa');
  const port = await anyFreePort();
  const server = [...JAVA_FLAGS, '-cp', path.join(jars, '*'), MAIN_CLASS, String(port)];
  const child = spawn(java, [`-XX:ArchiveClassesAtExit=${made}`, ...server], {
    env: search.env ?? process.env,
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  try {
    await until('the test server listens', () => child.exitCode !== null || isListening(port), {
      withinMs: FIRST_START_TIMEOUT_MS,
    });
  } finally {
    // Java writes the archive before it ends.
    child.kill('SIGTERM');
    await ended;
  }
  if (existsSync(made)) renameSync(made, archiveOf(jars));
}

/**
 * Returns the script that runs the artifact. The SDK passes the port as the only argument, and ends the process by its
 * id. `exec` makes this the id of Java.
 */
function startScript(jars: string): string {
  const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
  const archive = archiveOf(jars);
  const flags = existsSync(archive) ? [...JAVA_FLAGS, `-XX:SharedArchiveFile=${quote(archive)}`] : JAVA_FLAGS;
  return `#!/bin/sh
exec java ${flags.join(' ')} -cp ${quote(path.join(jars, '*'))} ${MAIN_CLASS} "$@"
`;
}
