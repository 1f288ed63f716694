// A program for Java that uses ai.onnxruntime as its documentation says. Expected values come from the models'
// formulas, the digits' names and the answers beside the public models.
import ai.onnxruntime.*;
import java.io.IOException;
import java.nio.*;
import java.nio.file.*;
import java.util.*;
import java.util.concurrent.*;

public class Client {
  interface Body {
    void run() throws Exception;
  }

  static int passed, failed;
  static Path folder;
  static final OrtEnvironment env =
      OrtEnvironment.getEnvironment(OrtLoggingLevel.ORT_LOGGING_LEVEL_ERROR, "clients");

  static void test(String name, Body body) {
    try {
      body.run();
      ++passed;
      System.out.println("ok " + name);
    } catch (Throwable e) {
      ++failed;
      System.out.println("FAIL " + name + ": " + e);
      for (StackTraceElement at : e.getStackTrace())
        if (at.getClassName().startsWith("Client")) System.out.println("    at " + at);
    }
  }

  static void same(Object expected, Object found) {
    if (!Objects.deepEquals(expected, found))
      throw new AssertionError("expected " + text(expected) + ", found " + text(found));
  }

  static String text(Object o) {
    return o == null ? "null" : Arrays.deepToString(new Object[] {o});
  }

  static void near(double expected, double found, double rtol, double atol) {
    if (!(Math.abs(found - expected) <= atol + rtol * Math.abs(expected)))
      throw new AssertionError("expected " + expected + ", found " + found);
  }

  static void refused(OrtException.OrtErrorCode code, String part, Body body) throws Exception {
    try {
      body.run();
    } catch (OrtException e) {
      if (code != null) same(code, e.getCode());
      if (!e.getMessage().contains(part)) throw new AssertionError("expected '" + part + "' in: " + e.getMessage());
      return;
    }
    throw new AssertionError("no error");
  }

  static String model(String name) {
    return folder.resolve(name + ".onnx").toString();
  }

  static OnnxTensor floats(float[] data, long... shape) throws OrtException {
    return OnnxTensor.createTensor(env, FloatBuffer.wrap(data), shape);
  }

  static ByteBuffer bytes(Path file) throws IOException {
    return ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
  }

  static int argMax(float[] row) {
    int best = 0;
    for (int i = 1; i < row.length; ++i) if (row[i] > row[best]) best = i;
    return best;
  }

  // One input or output of trained.txt.
  record Listed(String side, String name, String dtype, long[] shape, Path file) {
    OnnxTensor tensor() throws Exception {
      ByteBuffer data = bytes(file);
      return dtype.equals("int64")
          ? OnnxTensor.createTensor(env, data.asLongBuffer(), shape)
          : OnnxTensor.createTensor(env, data.asFloatBuffer(), shape);
    }
  }

  static void compare(Listed expected, OnnxTensor found, double rtol, double atol) throws Exception {
    same(expected.shape(), found.getInfo().getShape());
    ByteBuffer data = bytes(expected.file());
    if (expected.dtype().equals("int64")) {
      same(OnnxJavaType.INT64, found.getInfo().type);
      LongBuffer numbers = found.getLongBuffer();
      for (int i = 0; i < numbers.limit(); ++i) same(data.asLongBuffer().get(i), numbers.get(i));
    } else {
      same(OnnxJavaType.FLOAT, found.getInfo().type);
      FloatBuffer numbers = found.getFloatBuffer();
      for (int i = 0; i < numbers.limit(); ++i) near(data.asFloatBuffer().get(i), numbers.get(i), rtol, atol);
    }
  }

  static void playTrained(String[] model, List<Listed> values) throws Exception {
    try (OrtSession session = env.createSession(model[2])) {
      Map<String, OnnxTensor> feeds = new LinkedHashMap<>();
      for (Listed v : values) if (v.side().equals("input")) feeds.put(v.name(), v.tensor());
      try (OrtSession.Result result = session.run(feeds)) {
        for (Listed v : values)
          if (v.side().equals("output"))
            compare(v, (OnnxTensor) result.get(v.name()).get(), Double.parseDouble(model[3]), Double.parseDouble(model[4]));
      }
      OnnxValue.close(feeds);
    }
  }

  static void trained() throws Exception {
    Map<String[], List<Listed>> models = new LinkedHashMap<>();
    List<Listed> last = null;
    for (String line : Files.readAllLines(folder.resolve("trained.txt"))) {
      String[] word = line.split(" ");
      if (word[0].equals("model")) {
        models.put(word, last = new ArrayList<>());
      } else {
        long[] shape = word[3].equals("-") ? new long[0] : Arrays.stream(word[3].split(",")).mapToLong(Long::parseLong).toArray();
        last.add(new Listed(word[0], word[1], word[2], shape, Path.of(word[4])));
      }
    }
    models.forEach((m, values) -> test("trained " + m[1], () -> playTrained(m, values)));
  }

  static int read(OrtSession digits, float[] pixels) throws OrtException {
    try (OnnxTensor x = floats(pixels, 1, 1, 8, 8); OrtSession.Result r = digits.run(Map.of("input", x))) {
      return argMax(((float[][]) r.get(0).getValue())[0]);
    }
  }

  static void digits() throws Exception {
    FloatBuffer all = bytes(folder.resolve("digits.f32")).asFloatBuffer();
    float[][] pictures = new float[10][64];
    for (float[] picture : pictures) all.get(picture);
    OrtSession session = env.createSession(model("digits"));
    test("digits, one by one", () -> {
      for (int i = 0; i < 10; ++i) same(i, read(session, pictures[i]));
    });
    test("digits as a Java array", () -> {
      float[][][][] x = new float[1][1][8][8];
      for (int i = 0; i < 64; ++i) x[0][0][i / 8][i % 8] = pictures[7][i];
      try (OnnxTensor t = OnnxTensor.createTensor(env, x); OrtSession.Result r = session.run(Map.of("input", t))) {
        same(7, argMax(((float[][]) r.get("probability").get().getValue())[0]));
      }
    });
    test("digits from eight threads", () -> {
      ExecutorService threads = Executors.newFixedThreadPool(8);
      List<Future<Integer>> answers = new ArrayList<>();
      for (int i = 0; i < 200; ++i) {
        float[] picture = pictures[i % 10];
        answers.add(threads.submit(() -> read(session, picture)));
      }
      for (int i = 0; i < 200; ++i) same(i % 10, answers.get(i).get());
      threads.shutdown();
    });
    session.close();
  }

  static void loading() {
    test("environment", () -> {
      same(true, env.getVersion().startsWith("1."));
      same(env, OrtEnvironment.getEnvironment());
      same(true, OrtEnvironment.getAvailableProviders().contains(OrtProvider.CPU));
      env.setTelemetry(false);
      same(false, env.isTrainingEnabled());
    });
    test("devices", () -> {
      OrtEpDevice cpu = env.getEpDevices().get(0);
      same("CPUExecutionProvider", cpu.getEpName());
      same(false, cpu.getEpVendor().isEmpty());
      same(true, cpu.getEpMetadata().containsKey("version"));
      same(OrtHardwareDevice.OrtHardwareDeviceType.CPU, cpu.getDevice().getType());
    });
    test("metadata", () -> {
      try (OrtSession s = env.createSession(model("scale"))) {
        OnnxModelMetadata m = s.getMetadata();
        same("make_models", m.getProducerName());
        same("scale", m.getGraphName());
        same("one product", m.getGraphDescription());
        same("tests.clients", m.getDomain());
        same("multiplies", m.getDescription());
        same(7L, m.getVersion());
        same(Map.of("colour", "grün", "maker", "tests"), m.getCustomMetadata());
        same(Optional.of("grün"), m.getCustomMetadataValue("colour"));
        same(Optional.empty(), m.getCustomMetadataValue("none"));
      }
    });
    test("names and types", () -> {
      try (OrtSession s = env.createSession(model("scale"))) {
        same(1L, s.getNumInputs());
        same(2L, s.getNumOutputs());
        same(Set.of("x"), s.getInputNames());
        same(List.of("y", "total"), new ArrayList<>(s.getOutputNames()));
        TensorInfo x = (TensorInfo) s.getInputInfo().get("x").getInfo();
        same(OnnxJavaType.FLOAT, x.type);
        same(new long[] {-1, 3}, x.getShape());
        same(new String[] {"batch", ""}, x.getDimensionNames());
        same(true, ((TensorInfo) s.getOutputInfo().get("total").getInfo()).isScalar());
        same(true, s.getProfilingStartTimeInNs() >= 0);
      }
      try (OrtSession s = env.createSession(model("zipmap"))) {
        SequenceInfo maps = (SequenceInfo) s.getOutputInfo().get("by_number").getInfo();
        same(true, maps.isSequenceOfMaps());
        same(OnnxJavaType.INT64, maps.mapInfo.keyType);
        same(OnnxJavaType.FLOAT, maps.mapInfo.valueType);
      }
    });
    test("from bytes and from buffers", () -> {
      byte[] raw = Files.readAllBytes(Path.of(model("scale")));
      ByteBuffer direct = ByteBuffer.allocateDirect(raw.length).put(raw).flip();
      env.createSession(raw).close();
      env.createSession(direct).close();
      env.createSession(direct, new OrtSession.SessionOptions()).close();
    });
    test("a missing file", () ->
        refused(OrtException.OrtErrorCode.ORT_NO_SUCHFILE, "doesn't exist", () -> env.createSession(model("none"))));
    test("no model", () ->
        refused(OrtException.OrtErrorCode.ORT_INVALID_PROTOBUF, "rotobuf parsing failed", () -> env.createSession(model("broken"))));
    test("a hundred sessions", () -> {
      for (int i = 0; i < 100; ++i) env.createSession(model("scale")).close();
    });
  }

  static void options() {
    for (OrtSession.SessionOptions.OptLevel level : OrtSession.SessionOptions.OptLevel.values())
      test("options, level " + level, () -> {
        try (OrtSession.SessionOptions o = new OrtSession.SessionOptions()) {
          o.setExecutionMode(OrtSession.SessionOptions.ExecutionMode.PARALLEL);
          o.setOptimizationLevel(level);
          o.setInterOpNumThreads(1);
          o.setIntraOpNumThreads(2);
          o.setLoggerId("clients");
          o.setMemoryPatternOptimization(false);
          o.setCPUArenaAllocator(false);
          o.setSessionLogLevel(OrtLoggingLevel.ORT_LOGGING_LEVEL_FATAL);
          o.setSessionLogVerbosityLevel(1);
          o.setSymbolicDimensionValue("batch", 2);
          o.setDeterministicCompute(true);
          o.addConfigEntry("session.disable_prepacking", "1");
          same(Map.of("session.disable_prepacking", "1"), o.getConfigEntries());
          o.addCPU(true);
          try (OrtSession s = env.createSession(model("scale"), o)) {
            same(new long[] {2, 3}, ((TensorInfo) s.getInputInfo().get("x").getInfo()).getShape());
            try (OnnxTensor x = floats(new float[] {1, 2, 3, 4, 5, 6}, 2, 3); OrtSession.Result r = s.run(Map.of("x", x))) {
              same(new float[][] {{2, 4, 6}, {8, 10, 12}}, r.get(0).getValue());
              same(42f, r.get(1).getValue());
            }
          }
        }
      });
    test("an initializer of the program", () -> {
      try (OrtSession.SessionOptions o = new OrtSession.SessionOptions();
          OnnxTensor ten = floats(new float[] {10}, 1);
          OnnxTensor x = floats(new float[] {1, 2, 3}, 1, 3)) {
        o.addInitializer("factor", ten);
        try (OrtSession s = env.createSession(model("scale"), o); OrtSession.Result r = s.run(Map.of("x", x))) {
          same(new float[][] {{10, 20, 30}}, r.get(0).getValue());
        }
      }
    });
    test("a provider that is not there", () -> refused(null, "", () -> {
      try (OrtSession.SessionOptions o = new OrtSession.SessionOptions()) {
        o.addXnnpack(Map.of("intra_op_num_threads", "1"));
      }
    }));
    test("run options", () -> {
      try (OrtSession.RunOptions o = new OrtSession.RunOptions()) {
        o.setLogLevel(OrtLoggingLevel.ORT_LOGGING_LEVEL_FATAL);
        same(OrtLoggingLevel.ORT_LOGGING_LEVEL_FATAL, o.getLogLevel());
        o.setLogVerbosityLevel(3);
        same(3, o.getLogVerbosityLevel());
        o.setRunTag("a tag");
        same("a tag", o.getRunTag());
        o.addRunConfigEntry("memory.enable_memory_arena_shrinkage", "cpu:0");
        o.setTerminate(true);
        try (OrtSession s = env.createSession(model("scale")); OnnxTensor x = floats(new float[] {1, 2, 3}, 1, 3)) {
          refused(OrtException.OrtErrorCode.ORT_FAIL, "terminate flag", () -> s.run(Map.of("x", x), o));
          o.setTerminate(false);
          s.run(Map.of("x", x), Set.of("total")).close();
        }
      }
    });
    test("stopping a run", () -> {
      try (OrtSession s = env.createSession(model("slow"));
          OrtSession.RunOptions o = new OrtSession.RunOptions();
          OnnxTensor trips = OnnxTensor.createTensor(env, Long.MAX_VALUE);
          OnnxTensor begin = floats(new float[64 * 64], 64, 64)) {
        Thread stopper = new Thread(() -> {
          try {
            Thread.sleep(200);
            o.setTerminate(true);
          } catch (Exception e) {
            throw new RuntimeException(e);
          }
        });
        stopper.start();
        refused(OrtException.OrtErrorCode.ORT_FAIL, "terminate flag", () -> s.run(Map.of("trips", trips, "begin", begin), o));
        stopper.join();
      }
    });
  }

  static void runs() throws Exception {
    OrtSession s = env.createSession(model("scale"));
    OnnxTensor x = floats(new float[] {1, 2, 3}, 1, 3);
    test("all outputs", () -> {
      try (OrtSession.Result r = s.run(Map.of("x", x))) {
        same(2, r.size());
        same(true, r.isResultOwner(0));
        for (Map.Entry<String, OnnxValue> e : r) same(OnnxValue.OnnxValueType.ONNX_TYPE_TENSOR, e.getValue().getType());
      }
    });
    test("an output by name", () -> {
      try (OrtSession.Result r = s.run(Map.of("x", x), Set.of("total"))) {
        same(1, r.size());
        same(12f, r.get("total").get().getValue());
        same(Optional.empty(), r.get("y"));
      }
    });
    test("an input with a default", () -> {
      try (OnnxTensor five = floats(new float[] {5}, 1)) {
        refused(null, "number of inputs", () -> s.run(Map.of("x", x, "factor", five)));  // the binding's own limit
      }
    });
    test("an output into given memory", () -> {
      FloatBuffer memory = ByteBuffer.allocateDirect(12).order(ByteOrder.nativeOrder()).asFloatBuffer();
      try (OnnxTensor y = OnnxTensor.createTensor(env, memory, new long[] {1, 3});
          OrtSession.Result r = s.run(Map.of("x", x), Map.of("y", y))) {
        for (int i = 0; i < 3; ++i) same(2f * (i + 1), memory.get(i));
        same(false, r.isResultOwner(0));
      }
    });
    test("no rows", () -> {
      try (OnnxTensor none = floats(new float[0], 0, 3); OrtSession.Result r = s.run(Map.of("x", none))) {
        same(new long[] {0, 3}, ((TensorInfo) r.get(0).getInfo()).getShape());
        same(0f, r.get(1).getValue());
      }
    });
    test("a wrong input name", () -> refused(null, "z", () -> s.run(Map.of("z", x))));
    test("a wrong output name", () -> refused(null, "w", () -> s.run(Map.of("x", x), Set.of("w"))));
    test("a wrong element type", () -> {
      try (OnnxTensor longs = OnnxTensor.createTensor(env, new long[][] {{1, 2, 3}})) {
        refused(OrtException.OrtErrorCode.ORT_INVALID_ARGUMENT, "Actual: (tensor(int64)) , expected: (tensor(float))",
            () -> s.run(Map.of("x", longs)));
      }
    });
    test("a wrong rank", () -> {
      try (OnnxTensor flat = floats(new float[] {1, 2, 3}, 3)) {
        refused(OrtException.OrtErrorCode.ORT_INVALID_ARGUMENT, "Invalid rank for input: x Got: 1 Expected: 2",
            () -> s.run(Map.of("x", flat)));
      }
    });
    test("a wrong size", () -> {
      try (OnnxTensor wide = floats(new float[] {1, 2}, 1, 2)) {
        refused(OrtException.OrtErrorCode.ORT_INVALID_ARGUMENT, "Got: 2 Expected: 3", () -> s.run(Map.of("x", wide)));
      }
    });
    x.close();
    s.close();
  }

  static OrtSession.Result identity(OrtSession session, String name, OnnxTensor in) throws OrtException {
    return session.run(Map.of(name + "_in", in));
  }

  static void types() {
    Map<String, Object> cases = new LinkedHashMap<>();
    cases.put("float", new float[] {-0f, 1.5f, Float.POSITIVE_INFINITY});
    cases.put("double", new double[] {1 / 3.0, -1e300, Double.MIN_VALUE});
    cases.put("int8", new byte[] {-128, 0, 127});
    cases.put("int16", new short[] {-32768, 0, 32767});
    cases.put("int32", new int[] {Integer.MIN_VALUE, 0, Integer.MAX_VALUE});
    cases.put("int64", new long[] {Long.MIN_VALUE, 0, Long.MAX_VALUE});
    cases.put("bool", new boolean[] {true, false, true});
    cases.forEach((name, data) -> test("type " + name, () -> {
      try (OrtSession s = env.createSession(model("type_" + name));
          OnnxTensor in = OnnxTensor.createTensor(env, data);
          OrtSession.Result r = identity(s, name, in)) {
        same(data, r.get(0).getValue());
      }
    }));
    ByteBuffer raw = ByteBuffer.allocateDirect(6).order(ByteOrder.nativeOrder());
    for (int i = 0; i < 6; ++i) raw.put(i, (byte) (250 - i * 9));
    test("type uint8", () -> {
      try (OrtSession s = env.createSession(model("type_uint8"));
          OnnxTensor in = OnnxTensor.createTensor(env, raw, new long[] {6}, OnnxJavaType.UINT8);
          OrtSession.Result r = identity(s, "uint8", in)) {
        same(OnnxJavaType.UINT8, ((TensorInfo) r.get(0).getInfo()).type);
        same(raw, ((OnnxTensor) r.get(0)).getByteBuffer());
      }
    });
    ShortBuffer halves = ByteBuffer.allocateDirect(6).order(ByteOrder.nativeOrder()).asShortBuffer();
    halves.put(0, (short) 0x3c00).put(1, (short) 0x8000).put(2, (short) 0x4248);
    test("type float16", () -> {
      try (OrtSession s = env.createSession(model("type_float16"));
          OnnxTensor in = OnnxTensor.createTensor(env, halves, new long[] {3}, OnnxJavaType.FLOAT16);
          OrtSession.Result r = identity(s, "float16", in)) {
        same(new float[] {1f, -0f, 3.140625f}, r.get(0).getValue());
      }
    });
    test("type bfloat16", () -> {
      ShortBuffer brains = halves.duplicate().clear();
      brains.put(0, (short) 0x3f80).put(1, (short) 0x8000).put(2, (short) 0x4049);
      try (OrtSession s = env.createSession(model("type_bfloat16"));
          OnnxTensor in = OnnxTensor.createTensor(env, brains, new long[] {3}, OnnxJavaType.BFLOAT16);
          OrtSession.Result r = identity(s, "bfloat16", in)) {
        same(new float[] {1f, -0f, 3.140625f}, r.get(0).getValue());
      }
    });
  }

  static void containers() {
    test("strings", () -> {
      String[] a = {"", "grün", "日本", "x".repeat(100000)}, b = {"a", "b", "!", "y"};
      try (OrtSession s = env.createSession(model("text"));
          OnnxTensor ta = OnnxTensor.createTensor(env, a);
          OnnxTensor tb = OnnxTensor.createTensor(env, b, new long[] {4});
          OrtSession.Result r = s.run(Map.of("a", ta, "b", tb))) {
        String[] joined = new String[4];
        for (int i = 0; i < 4; ++i) joined[i] = a[i] + b[i];
        same(joined, r.get("joined").get().getValue());
        same(a, r.get("same").get().getValue());
        same(a, ta.getValue());
      }
    });
    test("sequences of maps", () -> {
      try (OrtSession s = env.createSession(model("zipmap"));
          OnnxTensor p = floats(new float[] {1, 2, 3, 4, 5, 6}, 2, 3);
          OrtSession.Result r = s.run(Map.of("p", p))) {
        OnnxSequence numbers = (OnnxSequence) r.get("by_number").get();
        same(2, numbers.getInfo().length);
        List<? extends OnnxValue> rows = numbers.getValue();
        same(Map.of(10L, 1f, 20L, 2f, 30L, 3f), ((OnnxMap) rows.get(0)).getValue());
        OnnxMap named = (OnnxMap) ((OnnxSequence) r.get("by_name").get()).getValue().get(1);
        same(3, named.size());
        same(Map.of("ant", 4f, "bee", 5f, "cat", 6f), named.getValue());
      }
    });
  }

  public static void main(String[] arguments) throws Exception {
    folder = Path.of(arguments[0]);
    digits();
    trained();
    loading();
    options();
    runs();
    types();
    containers();
    System.out.println(passed + " passed, " + failed + " failed");
  }
}
